// What comes after what, on chains of work.
#include "check/work_order.h"

#include <gtest/gtest.h>

namespace raddle::check {
namespace {

PlaceInOrder next(WorkOrder &order, Past &stream) {
  const PlaceInOrder place = order.placeAfter(stream);
  stream.add(place);
  return place;
}

TEST(WorkOrder, AStreamIsAChain) {
  WorkOrder order;
  Past stream;
  const PlaceInOrder first = next(order, stream), second = next(order, stream);
  EXPECT_EQ(first.chain, second.chain);
  EXPECT_EQ(second.number, 2u);
  EXPECT_TRUE(stream.holds(first));
}

TEST(WorkOrder, StreamsAreNotOrderedUntilOneWaits) {
  WorkOrder order;
  Past one, two;
  const PlaceInOrder first = next(order, one), second = next(order, two);
  EXPECT_NE(first.chain, second.chain);
  EXPECT_FALSE(two.holds(first));
  two.add(one);
  const PlaceInOrder third = next(order, two);
  EXPECT_TRUE(two.holds(first));
  EXPECT_EQ(third.chain, second.chain);
  EXPECT_FALSE(one.holds(third));
}

TEST(WorkOrder, WhatForksHasAChainForEachBranch) {
  WorkOrder order;
  Past before;
  next(order, before);
  Past left = before, right = before;
  const PlaceInOrder one = next(order, left), two = next(order, right);
  EXPECT_NE(one.chain, two.chain);
  EXPECT_FALSE(left.holds(two));
  EXPECT_FALSE(right.holds(one));
}

TEST(WorkOrder, ForgottenChainsGoOutOfPasts) {
  WorkOrder order;
  Past stream;
  const PlaceInOrder first = next(order, stream);
  order.forget(first.chain);
  const PlaceInOrder second = next(order, stream);
  EXPECT_NE(second.chain, first.chain);
  EXPECT_FALSE(stream.holds(first));
  EXPECT_EQ(order.everything().entries().size(), 1u);
}

} // namespace
} // namespace raddle::check
