// Exchanges whose results are only stored.
#ifndef RADDLE_VECTORIZE_TUNE_SHUFFLES_EXCHANGE_PLACES_H
#define RADDLE_VECTORIZE_TUNE_SHUFFLES_EXCHANGE_PLACES_H

#include "vectorize/tune/shuffles/complemented_exchanges.h"

namespace raddle::vectorize {

/// Two results of an exchange that change places where a condition holds that is the same for all lanes become a minimum and
/// a maximum, and the places are exchanged instead, if these are known to be the same or apart. Whether anything has
/// changed. Then the plan no longer holds.
bool exchangePlaces(llvm::BasicBlock &block, const ExchangePlan &plan);

} // namespace raddle::vectorize

#endif
