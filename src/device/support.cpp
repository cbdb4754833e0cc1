// What the C++ front end calls by itself in device code.

// The slots of pure and of deleted virtual functions: reached only by a call in the middle of construction.
extern "C" void __cxa_pure_virtual() { __builtin_trap(); }
extern "C" void __cxa_deleted_virtual() { __builtin_trap(); }
