// Which pages the host may not access while work that it has not waited for has touched them.
#include "check/closed_pages.h"

#include <gtest/gtest.h>

#include <ostream>

namespace raddle::check {

void PrintTo(const Bytes &bytes, std::ostream *out) { *out << bytes.begin << "-" << bytes.end; }

namespace {

constexpr std::size_t kPage = 4096;
constexpr Touch kRead{.bytes = 4, .reads = true}, kWrite{.bytes = 4, .writes = true};
using Ranges = std::vector<TouchedRange>;
using List = std::vector<Bytes>;

PagesToClose pages(const std::map<std::uintptr_t, std::uintptr_t> &arrays, const Ranges &touched) {
  return pagesToClose(arrays, touched, kPage);
}

TEST(ClosedPages, AreThoseOfAnArrayThatIsTouchedAsAWhole) {
  const PagesToClose found = pages({{kPage + 256, kPage + 512}}, {{kPage + 256, kPage + 512, kWrite}});
  EXPECT_EQ(found.all, (List{{kPage, 2 * kPage}}));
  EXPECT_EQ(found.written, found.all);
}

TEST(ClosedPages, OfWhatIsReadCanBeRead) {
  const PagesToClose found =
      pages({{0, 3 * kPage}}, {{0, 3 * kPage, kRead}, {kPage + 8, kPage + 12, kWrite}});
  EXPECT_EQ(found.all, (List{{0, 3 * kPage}}));
  EXPECT_EQ(found.written, (List{{kPage, 2 * kPage}}));
}

TEST(ClosedPages, HaveNothingElseInThem) {
  EXPECT_EQ(pages({{0, 4 * kPage}}, {{kPage / 2, 3 * kPage - 100, kWrite}}).all, (List{{kPage, 2 * kPage}}));
  EXPECT_TRUE(pages({{0, 256}, {512, 1024}}, {{0, 256, kWrite}}).all.empty());
  EXPECT_TRUE(pages({{0, 256}, {512, 1024}}, {{512, 1024, kWrite}}).all.empty());
}

TEST(ClosedPages, HoldArraysThatAreAllTouched) {
  EXPECT_EQ(pages({{0, 256}, {512, 1024}}, {{0, 256, kWrite}, {512, 1024, kRead}}).all, (List{{0, kPage}}));
}

TEST(ClosedPages, CountMembersBetweenTouchedOnes) {
  Ranges every_other;
  for (std::uintptr_t at = 0; at < 1024; at += 16)
    every_other.push_back({at, at + 4, kWrite});
  EXPECT_EQ(pages({{0, 1012}}, every_other).all, (List{{0, kPage}}));
}

TEST(ClosedPages, AreOfTheArraysOnly) {
  EXPECT_TRUE(pages({{kPage, 2 * kPage}}, {{4 * kPage, 5 * kPage, kWrite}}).all.empty());
  EXPECT_TRUE(pages({}, {{0, kPage, kWrite}}).all.empty());
}

TEST(ClosedPages, OfArraysThatMeetAreThoseOfBoth) {
  EXPECT_EQ(pages({{0, kPage}, {kPage, 2 * kPage}}, {{0, 2 * kPage, kWrite}}).all, (List{{0, 2 * kPage}}));
}

} // namespace
} // namespace raddle::check
