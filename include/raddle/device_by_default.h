// For --device-as-default-execution-space of NVRTC: functions that name no execution space are for the device, too.
#pragma clang force_cuda_host_device begin
