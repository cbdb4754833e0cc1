#include "all_headers.h"
