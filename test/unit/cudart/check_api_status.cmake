# docs/api-status.md must be what GENERATOR writes.
execute_process(COMMAND ${GENERATOR} OUTPUT_VARIABLE expected RESULT_VARIABLE result)
file(READ ${DOCUMENT} actual)
if(NOT result EQUAL 0 OR NOT expected STREQUAL actual)
  message(FATAL_ERROR "docs/api-status.md does not match the tables of the APIs: "
                      "run `cmake --build <build> --target update_api_status`")
endif()
