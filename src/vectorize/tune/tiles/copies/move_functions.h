// Functions that do the moves which copy iterations have deferred.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_COPIES_MOVE_FUNCTIONS_H
#define RADDLE_VECTORIZE_TUNE_TILES_COPIES_MOVE_FUNCTIONS_H

#include "vectorize/tune/tiles/copies/deferred_moves.h"

namespace raddle::vectorize {

struct MoveFunctions {
  llvm::Function *of_iteration = nullptr, *all = nullptr;
};

/// `model` is the function of a copy iteration, whose attributes they get. The moves of a tile are spread over so many
/// iterations.
MoveFunctions createMoveFunctions(const DeferredMoves &deferred, const llvm::Function &model,
                                  std::uint64_t iterations);

/// Calls the function that does all moves, with a note of the other one.
void callAllMoves(llvm::IRBuilder<> &builder, const MoveFunctions &functions, const DeferredMoves &deferred,
                  llvm::Value *state);

// What other passes may do with such a call, which has the marker kDeferredMoves:

/// For how many tiles the lists have room.
unsigned tilesOfMoves(const llvm::CallInst &moves);
/// Does the moves of one tile (from 0) that belong to one iteration (i64, from 0), instead of the call of all moves. The
/// new call shall be inlined.
llvm::CallInst *moveInIteration(llvm::IRBuilder<> &builder, const llvm::CallInst &moves, unsigned tile,
                                llvm::Value *iteration);

} // namespace raddle::vectorize

#endif
