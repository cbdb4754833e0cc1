// Peer access. Devices that use each other's memory.
#ifndef RADDLE_API_PEER_H
#define RADDLE_API_PEER_H

cudaError_t cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice);
cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peerDevice);

#endif
