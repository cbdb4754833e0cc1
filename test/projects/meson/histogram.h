#pragma once

// Adds how often each byte is in `text` to 256 counts, on the device.
void histogram(const unsigned char *text, int length, int *counts);
