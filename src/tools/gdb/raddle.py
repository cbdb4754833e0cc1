# CUDA threads in gdb. `raddle gdb` loads it, or `gdb -x .../share/raddle/gdb/raddle.py`.
#
#   info cuda kernels       what runs
#   info cuda threads [N]   the threads of all resident blocks, grouped by what they do
#   cuda thread SPEC [CMD]  runs a gdb command (default: backtrace) as if that thread had stopped;
#                           SPEC is [BLOCK] THREAD, each as x or x,y,z, without spaces
#   $threadIdx $blockIdx $blockDim $gridDim    of the thread that has stopped; plain threadIdx works too
#                                              in code that was compiled with -g
#   break FILE:LINE if $cuda_thread(3)         stops in thread (3,0,0) only; also $cuda_thread(x, y, z), and
#                                              $cuda_block(x, y, z)
#
# It reads the runtime's memory by the offsets in raddle_debugger (src/runtime/worker/debugger.h), so that it needs no
# debug information of libraddle.so.
import re
import struct

import gdb

VERSION = 2
NAMES = ("version wants_threads workers worker_count worker_residents worker_current block_run block_fibers "
         "block_by_threads block_lanes run_kernel fiber_saved fiber_sibling fiber_wait_what "
         "fiber_wait_mask fiber_stack_bottom").split()
# Layouts of src/abi/kernel_abi.h.
BLOCK_IDX, BLOCK_DIM, GRID_DIM, GRID_ID = 0, 12, 24, 48
THREAD_IDX, THREAD_LANE, THREAD_BLOCK, THREAD_WARP = 0, 12, 16, 32


def memory(address, size):
    return bytes(gdb.selected_inferior().read_memory(address, size))


def word(address):
    return struct.unpack("<Q", memory(address, 8))[0]


def number(address):
    return struct.unpack("<I", memory(address, 4))[0]


def extent(address):
    return struct.unpack("<III", memory(address, 12))


def show(index):
    return "(%d,%d,%d)" % index


class Table:
    """raddle_debugger, as attributes."""

    def __init__(self):
        self.address = int(gdb.parse_and_eval("(unsigned long)&raddle_debugger"))
        values = struct.unpack("<%dQ" % len(NAMES), memory(self.address, 8 * len(NAMES)))
        self.__dict__.update(zip(NAMES, values))

    @staticmethod
    def find():
        """None where no runtime is loaded that this script knows."""
        try:
            table = Table()
        except gdb.error:
            return None
        return table if table.version == VERSION else None

    def ask_for_threads(self):
        gdb.selected_inferior().write_memory(self.address + 8, struct.pack("<Q", 1))


class Fiber:
    """A thread of a kernel, or a warp where the kernel runs 32 lanes at once."""

    def __init__(self, table, address, current):
        self.table, self.address, self.is_running = table, address, current
        self.block = word(address + THREAD_BLOCK)
        self.thread_idx = extent(address + THREAD_IDX)
        self.warp, self.lane = number(address + THREAD_WARP), number(address + THREAD_LANE)

    def holds(self, stack_pointer):
        return word(self.address + self.table.fiber_stack_bottom) <= stack_pointer < self.address

    def kernel_record(self):
        run = word(self.block + self.table.block_run)
        return word(run + self.table.run_kernel)

    def kernel(self):
        return demangled(gdb.Value(word(self.kernel_record())).cast(gdb.lookup_type("char").pointer()).string())

    def lanes(self):
        return number(self.block + self.table.block_lanes)

    def block_idx(self):
        return extent(self.block + BLOCK_IDX)

    def is_by_threads(self):
        return memory(self.block + self.table.block_by_threads, 1) != b"\0"

    def waits_at(self):
        """What a suspended thread waits at, or "" when it could run."""
        what = word(self.address + self.table.fiber_wait_what)
        return gdb.Value(what).cast(gdb.lookup_type("char").pointer()).string() if what else ""

    def resume_address(self):
        return word(word(self.address + self.table.fiber_saved))

    def is_idle(self):
        """Between two threads: suspended in its main loop."""
        return not self.is_running and "fiberMain" in gdb.execute("info symbol %#x" % self.resume_address(),
                                                                  to_string=True)

    def describe(self):
        if not self.is_by_threads():
            return "block %s" % show(self.block_idx())
        who = "thread" if self.lanes() == 1 else "the warp of thread"
        return "block %s, %s %s, warp %d, lane %d" % (show(self.block_idx()), who, show(self.thread_idx), self.warp,
                                                      self.lane)


def demangled(name):
    return gdb.execute("demangle -l c++ -- %s" % name, to_string=True).strip()


def blocks(table):
    """(block, the fiber that its worker runs or 0) of all resident blocks."""
    for i in range(table.worker_count):
        worker = word(table.workers + 8 * i)
        first, end = struct.unpack("<QQ", memory(worker + table.worker_residents, 16))
        current = word(worker + table.worker_current)
        for place in range(first, end, 8):
            yield word(place), current


def fibers(table):
    for block, current in blocks(table):
        fiber = word(block + table.block_fibers)
        while fiber:
            found = Fiber(table, fiber, fiber == current)
            if not found.is_idle():
                yield found
            fiber = word(fiber + table.fiber_sibling)


def fiber_here(table):
    """The fiber on whose stack the selected OS thread is, or None."""
    try:
        stack_pointer = int(gdb.newest_frame().read_register("sp"))
    except gdb.error:  # no process
        return None
    for block, current in blocks(table):
        fiber = word(block + table.block_fibers)
        while fiber:
            found = Fiber(table, fiber, fiber == current)
            if found.holds(stack_pointer):
                return found
            fiber = word(fiber + table.fiber_sibling)
    return None


# ---- What is done by itself.

VARIABLES = {"threadIdx": lambda f: f.thread_idx, "blockIdx": Fiber.block_idx,
             "blockDim": lambda f: extent(f.block + BLOCK_DIM), "gridDim": lambda f: extent(f.block + GRID_DIM)}


def set_variables(fiber):
    for name, get in VARIABLES.items():
        if fiber is None:
            gdb.set_convenience_variable(name, None)
        else:
            unsigned = gdb.lookup_type("unsigned int")
            values = struct.pack("<III", *get(fiber))
            gdb.set_convenience_variable(name, gdb.Value(values, unsigned.array(2)))


class IsIndex(gdb.Function):
    """Whether the running CUDA thread or block has this index: (x), (x, y) or (x, y, z). For conditions."""

    def __init__(self, name, get):
        super().__init__(name)
        self.get = get

    def invoke(self, x, y=0, z=0):
        table = Table.find()
        fiber = table and fiber_here(table)
        return bool(fiber) and self.get(fiber) == (int(x), int(y), int(z))


def stopped(_event):
    table = Table.find()
    fiber = table and fiber_here(table)
    set_variables(fiber)
    if fiber:
        print("[CUDA kernel %s, %s]" % (fiber.kernel(), fiber.describe()))


def loaded(event):
    if "libraddle.so" in (event.new_objfile.filename or ""):
        table = Table.find()
        if table:
            table.ask_for_threads()


# ---- Commands.


class InfoCuda(gdb.Command):
    """Lists what runs on CUDA devices."""

    def __init__(self):
        super().__init__("info cuda", gdb.COMMAND_STATUS, prefix=True)


def table_or_error():
    table = Table.find()
    if not table:
        raise gdb.GdbError("No CUDA kernel has run: libraddle.so is not loaded, or of another version.")
    return table


class InfoKernels(gdb.Command):
    """Lists the kernels that run: name, grid, block, how many of its blocks are resident."""

    def __init__(self):
        super().__init__("info cuda kernels", gdb.COMMAND_STATUS)

    def invoke(self, _argument, _from_tty):
        table, counts = table_or_error(), {}
        for block, _ in blocks(table):
            fiber = word(block + table.block_fibers)
            if not fiber:
                continue
            key = (word(block + GRID_ID), Fiber(table, fiber, True).kernel(), extent(block + GRID_DIM),
                   extent(block + BLOCK_DIM))
            counts[key] = counts.get(key, 0) + 1
        if not counts:
            print("No CUDA kernels are running.")
        for (grid, name, grid_dim, block_dim), resident in sorted(counts.items()):
            print("grid %d: %s <<<%s, %s>>>, %d blocks resident" % (grid, name, show(grid_dim), show(block_dim),
                                                                  resident))


class InfoThreads(gdb.Command):
    """Lists the threads of resident blocks that have started and not ended, at most N lines (100)."""

    def __init__(self):
        super().__init__("info cuda threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, _from_tty):
        table, limit, count = table_or_error(), int(argument or 100), 0
        here = fiber_here(table)
        for fiber in sorted(fibers(table), key=lambda f: (f.kernel(), f.block_idx()[::-1], f.warp, f.lane)):
            count += 1
            if count > limit:
                continue
            waits = fiber.waits_at()
            state = "runs" if fiber.is_running else "waits at %s" % waits if waits else "is ready"
            print("%s %s %s" % ("*" if here and here.address == fiber.address else " ", fiber.describe(), state))
        if count > limit:
            print("  ... and %d more" % (count - limit))
        if not count:
            print("No CUDA threads are running.")


class Cuda(gdb.Command):
    """Looks at other CUDA threads."""

    def __init__(self):
        super().__init__("cuda", gdb.COMMAND_STACK, prefix=True)


class CudaThread(gdb.Command):
    """cuda thread [BLOCK] THREAD [COMMAND]: runs a gdb command (default: backtrace) in a CUDA thread.
BLOCK and THREAD are indices, written x or x,y,z without spaces; without BLOCK: of the block that has stopped."""

    def __init__(self):
        super().__init__("cuda thread", gdb.COMMAND_STACK)

    def invoke(self, argument, _from_tty):
        words, indices = argument.split(), []
        while words and len(indices) < 2 and re.fullmatch(r"\(?\d+(,\d+){0,2}\)?", words[0]):
            parts = [int(part) for part in words.pop(0).strip("()").split(",")]
            indices.append(tuple(parts + [0] * (3 - len(parts))))
        if not indices:
            raise gdb.GdbError("Which thread? Usage: cuda thread [BLOCK] THREAD [COMMAND], as in: cuda thread 0 3 bt")
        table = table_or_error()
        here = fiber_here(table)
        block = indices[0] if len(indices) == 2 else here.block_idx() if here else None
        for fiber in fibers(table):
            if fiber.thread_idx == indices[-1] and block in (None, fiber.block_idx()):
                run_in(fiber, here, " ".join(words) or "backtrace")
                return
        raise gdb.GdbError("No such thread: it has not started, or has ended, or its block is not resident.")


def run_in(fiber, here, command):
    if here and here.address == fiber.address:
        gdb.execute(command)
        return
    if fiber.is_running:
        raise gdb.GdbError("This thread runs on another OS thread: see 'info threads'.")
    # What src/machine/switch_stacks.h has left on the stack: the address to resume at, which on x86-64 pops the
    # frame pointer, that pointer, the frame.
    saved = word(fiber.address + fiber.table.fiber_saved)
    frame = gdb.newest_frame()
    frame.select()
    if frame.architecture().name() == "aarch64":
        registers = {"pc": word(saved), "x29": word(saved + 8), "sp": saved + 16}
    else:
        registers = {"rip": word(saved) + 1, "rbp": word(saved + 8), "rsp": saved + 16}
    before = {name: int(frame.read_register(name)) & 0xffffffffffffffff for name in registers}
    try:
        for name, value in registers.items():
            gdb.execute("set var $%s = %#x" % (name, value), to_string=True)
        set_variables(fiber)
        gdb.execute(command)
    finally:
        gdb.newest_frame().select()
        for name, value in before.items():
            gdb.execute("set var $%s = %#x" % (name, value), to_string=True)
        set_variables(here)


gdb.events.stop.connect(stopped)
gdb.events.new_objfile.connect(loaded)
IsIndex("cuda_thread", lambda fiber: fiber.thread_idx)
IsIndex("cuda_block", Fiber.block_idx)
InfoCuda()
InfoKernels()
InfoThreads()
Cuda()
CudaThread()
# Kernels come later than the program; lanes that run at once cannot be told apart.
gdb.execute("set breakpoint pending on")
gdb.execute("set environment RADDLE_LANES 1")
# What threadIdx.x is made of is not worth stepping into.
gdb.execute("skip -gfi */__clang_cuda_*.h", to_string=True)
