// Places where lanes meet again that have printed apart from each other.
#ifndef RADDLE_VECTORIZE_NORMALISE_RECONVERGENCE_OF_PRINTS_H
#define RADDLE_VECTORIZE_NORMALISE_RECONVERGENCE_OF_PRINTS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// After: no pass threads a jump past the end of a branch one of whose sides prints, until releaseReconvergence():
///
///   if (a) printf("x"); else printf("y");        would become     if (a) { printf("x"); printf("z"); }
///   if (a) printf("z");                                           else printf("y");
///
/// where some lanes print "z" before others print "y".
void keepReconvergenceOfPrints(llvm::Module &module, const Facts &facts);
void releaseReconvergence(llvm::Module &module);

} // namespace raddle::vectorize

#endif
