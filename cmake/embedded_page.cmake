# Pages are small files without a build step, which are put into the tool as they are.
#
# raddle_embed_page(OUTPUT PAGE FOLDER NAME SCRIPT...): writes a source that defines the PageTemplate PAGE
# (tools/page_template.h), from FOLDER/NAME.html, NAME.css and the scripts in the order in which they run.
set(RADDLE_EMBEDDED_PAGE ${CMAKE_CURRENT_LIST_DIR}/embedded_page.cpp.in)

function(raddle_embed_page output page folder name)
  set(scripts "")
  foreach(script ${ARGN})
    file(READ ${folder}/${script}.js text)
    string(APPEND scripts "\n  R\"__page__(${text})__page__\"")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${script}.js)
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${name}.html ${folder}/${name}.css)
  file(READ ${folder}/${name}.html frame)
  file(READ ${folder}/${name}.css style)
  configure_file(${RADDLE_EMBEDDED_PAGE} ${output} @ONLY)
endfunction()
