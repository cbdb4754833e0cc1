// Texture and surface references: variables of programs that stand for objects which the host binds them to.
#ifndef RADDLE_API_CUDART_TEXTURES_REFERENCES_H
#define RADDLE_API_CUDART_TEXTURES_REFERENCES_H

namespace raddle::cudart {

/// Called by static constructors, for each texture reference of the program. `reads_normalised`: its read mode is
/// cudaReadModeNormalizedFloat.
void noteTextureReference(const void *reference, bool reads_normalised);

} // namespace raddle::cudart

#endif
