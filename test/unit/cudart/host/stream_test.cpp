// The order of work: streams, the default stream, events, callbacks.
#include "fake_device_code.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

using namespace raddle::test;
using namespace std::chrono_literals;

namespace {

class Streams : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
    ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
  }

  cudaStream_t stream(unsigned flags = cudaStreamDefault) {
    cudaStream_t created = nullptr;
    EXPECT_EQ(cudaStreamCreateWithFlags(&created, flags), cudaSuccess);
    return created;
  }

  // Appends a number to the log when its turn comes.
  void note(cudaStream_t where, int number) {
    struct Note {
      Streams *test;
      int number;
    };
    auto write = [](void *data) {
      auto *entry = static_cast<Note *>(data);
      std::lock_guard lock(entry->test->mutex_);
      entry->test->log_.push_back(entry->number);
      delete entry;
    };
    ASSERT_EQ(cudaLaunchHostFunc(where, write, new Note{this, number}), cudaSuccess);
  }

  std::vector<int> log() {
    std::lock_guard lock(mutex_);
    return log_;
  }

  void waitAt(cudaStream_t where, Gate &gate) {
    ASSERT_EQ(launch(waitStub, 1, 1, 0, where, gate.flag()), cudaSuccess);
  }

private:
  std::mutex mutex_;
  std::vector<int> log_;
};

TEST_F(Streams, RunInOrder) {
  cudaStream_t s = stream();
  for (int i = 0; i < 100; ++i)
    note(s, i);
  EXPECT_EQ(cudaStreamSynchronize(s), cudaSuccess);
  ASSERT_EQ(log().size(), 100u);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(log()[i], i);
}

// Thousands of launches, of one block and of many, with other work in between: plain memory is enough to keep
// count.
TEST_F(Streams, LaunchesBehindEachOtherRunInOrder) {
  for (cudaStream_t s : {stream(), stream(cudaStreamNonBlocking), cudaStream_t{}, cudaStreamPerThread}) {
    constexpr int kLaunches = 3000;
    std::vector<int> list;
    cudaEvent_t event = nullptr;
    ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
    for (int i = 0; i < kLaunches; ++i) {
      if (i % 100 == 50)
        ASSERT_EQ(cudaLaunchHostFunc(
                      s, [](void *data) { static_cast<std::vector<int> *>(data)->push_back(-1); }, &list),
                  cudaSuccess);
      if (i % 77 == 1)
        ASSERT_EQ(cudaEventRecord(event, s), cudaSuccess);
      ASSERT_EQ(launch(appendStub, i % 3 == 0 ? 40 : 1, 32, 0, s, &list, i), cudaSuccess);
    }
    ASSERT_EQ(cudaStreamSynchronize(s), cudaSuccess);
    std::vector<int> expected;
    for (int i = 0; i < kLaunches; ++i) {
      if (i % 100 == 50)
        expected.push_back(-1);
      expected.push_back(i);
    }
    EXPECT_EQ(list, expected);
    EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  }
}

// Two streams that wait for each other's events all the time are one order.
TEST_F(Streams, LaunchesOfTwoStreamsAlternate) {
  cudaStream_t streams[] = {stream(cudaStreamNonBlocking), stream(cudaStreamNonBlocking)};
  cudaEvent_t event = nullptr;
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  std::vector<int> list, expected;
  for (int i = 0; i < 1000; ++i) {
    cudaStream_t here = streams[i % 2], there = streams[1 - i % 2];
    ASSERT_EQ(launch(appendStub, 1, 1, 0, here, &list, i), cudaSuccess);
    ASSERT_EQ(cudaEventRecord(event, here), cudaSuccess);
    ASSERT_EQ(cudaStreamWaitEvent(there, event, 0), cudaSuccess);
    expected.push_back(i);
  }
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(list, expected);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
}

// All that was queued after one launch becomes ready together; the first of it waits for the last.
TEST_F(Streams, LaunchesThatAreReadyTogetherAllRun) {
  cudaStream_t streams[] = {stream(), stream(), stream()};
  for (int round = 0; round < 50; ++round) {
    Gate first, second;
    std::atomic<int> total = 0;
    waitAt(nullptr, first);
    waitAt(streams[0], second);
    for (cudaStream_t s : {streams[1], streams[2]})
      ASSERT_EQ(launch(countStub, 2, 8, 0, s, &total), cudaSuccess);
    first.open();
    ASSERT_EQ(cudaStreamSynchronize(streams[1]), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(streams[2]), cudaSuccess);
    EXPECT_EQ(total, 32);
    EXPECT_EQ(cudaStreamQuery(streams[0]), cudaErrorNotReady);
    second.open();
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
}

TEST_F(Streams, AreIndependentOfEachOther) {
  cudaStream_t a = stream(), b = stream();
  Gate gate;
  waitAt(a, gate);
  note(a, 1);
  note(b, 2);
  EXPECT_EQ(cudaStreamSynchronize(b), cudaSuccess);
  EXPECT_EQ(log(), std::vector<int>{2});
  EXPECT_EQ(cudaStreamQuery(a), cudaErrorNotReady);
  EXPECT_EQ(cudaStreamQuery(b), cudaSuccess);
  gate.open();
  EXPECT_EQ(cudaStreamSynchronize(a), cudaSuccess);
  EXPECT_EQ(log(), (std::vector<int>{2, 1}));
}

TEST_F(Streams, DefaultStreamWaitsForBlockingOnes) {
  cudaStream_t s = stream();
  Gate gate;
  waitAt(s, gate);
  note(nullptr, 1);
  std::this_thread::sleep_for(5ms);
  EXPECT_TRUE(log().empty());
  EXPECT_EQ(cudaStreamQuery(nullptr), cudaErrorNotReady);
  gate.open();
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT_EQ(log(), std::vector<int>{1});
}

// It looks only at streams that have got work since it did itself.
TEST_F(Streams, DefaultStreamWaitsForWhatCameBetween) {
  cudaStream_t a = stream(), b = stream();
  Gate of_a, of_b;
  waitAt(a, of_a);
  note(nullptr, 1);
  waitAt(b, of_b);
  note(nullptr, 2);
  note(a, 3);
  of_b.open();
  std::this_thread::sleep_for(5ms);
  EXPECT_TRUE(log().empty());
  of_a.open();
  EXPECT_EQ(cudaStreamSynchronize(a), cudaSuccess);
  EXPECT_EQ(log(), (std::vector<int>{1, 2, 3}));

  Gate of_destroyed;
  waitAt(b, of_destroyed);
  EXPECT_EQ(cudaStreamDestroy(b), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(nullptr), cudaErrorNotReady);
  note(nullptr, 4);
  std::this_thread::sleep_for(5ms);
  EXPECT_EQ(log().size(), 3u);
  of_destroyed.open();
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT_EQ(log().size(), 4u);
  EXPECT_EQ(cudaStreamQuery(nullptr), cudaSuccess);
}

TEST_F(Streams, ResetForgetsThem) {
  cudaStream_t s = stream();
  note(s, 1);
  EXPECT_EQ(cudaStreamSynchronize(s), cudaSuccess);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(s), cudaErrorInvalidResourceHandle);
  note(nullptr, 2);
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT_EQ(log(), (std::vector<int>{1, 2}));
}

TEST_F(Streams, BlockingOnesWaitForDefaultStream) {
  cudaStream_t blocking = stream(), free = stream(cudaStreamNonBlocking);
  Gate gate;
  waitAt(nullptr, gate);
  note(blocking, 1);
  note(cudaStreamPerThread, 2);
  note(free, 3);
  EXPECT_EQ(cudaStreamSynchronize(free), cudaSuccess);
  EXPECT_EQ(log(), std::vector<int>{3});
  gate.open();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(log().size(), 3u);
}

TEST_F(Streams, AsynchronousCopyTakesPageableSourceAtOnce) {
  void *device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 4), cudaSuccess);
  cudaStream_t s = stream();
  Gate gate;
  waitAt(s, gate);
  int value = 1;
  EXPECT_EQ(cudaMemcpyAsync(device, &value, 4, cudaMemcpyHostToDevice, s), cudaSuccess);
  value = 2;
  gate.open();
  int result = 0;
  EXPECT_EQ(cudaMemcpyAsync(&result, device, 4, cudaMemcpyDeviceToHost, s), cudaSuccess);
  EXPECT_EQ(result, 1);
}

TEST_F(Streams, DestroyedStreamFinishesItsWork) {
  cudaStream_t s = stream();
  Gate gate;
  waitAt(s, gate);
  note(s, 1);
  EXPECT_EQ(cudaStreamDestroy(s), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(s), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamSynchronize(s), cudaErrorInvalidResourceHandle);
  gate.open();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(log(), std::vector<int>{1});
}

TEST_F(Streams, CallbacksMayNotUseCuda) {
  cudaError_t seen = cudaSuccess;
  auto callback = [](cudaStream_t, cudaError_t status, void *data) {
    EXPECT_EQ(status, cudaSuccess);
    *static_cast<cudaError_t *>(data) = cudaDeviceSynchronize();
  };
  EXPECT_EQ(cudaStreamAddCallback(nullptr, callback, &seen, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(seen, cudaErrorNotPermitted);
}

TEST_F(Streams, KeepTheirProperties) {
  cudaStream_t s = nullptr;
  EXPECT_EQ(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -100), cudaSuccess);
  int priority = 0, least = 1, greatest = 1;
  unsigned flags = 0;
  EXPECT_EQ(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
  EXPECT_EQ(cudaStreamGetPriority(s, &priority), cudaSuccess);
  EXPECT_EQ(priority, greatest);
  EXPECT_EQ(cudaStreamGetFlags(s, &flags), cudaSuccess);
  EXPECT_EQ(flags, static_cast<unsigned>(cudaStreamNonBlocking));
  EXPECT_EQ(cudaStreamCreateWithFlags(&s, 77), cudaErrorInvalidValue);
}

TEST_F(Streams, EventOrdersStreams) {
  cudaStream_t a = stream(), b = stream();
  cudaEvent_t event = nullptr;
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  Gate gate;
  waitAt(a, gate);
  note(a, 1);
  EXPECT_EQ(cudaEventRecord(event, a), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(b, event, 0), cudaSuccess);
  note(b, 2);
  EXPECT_EQ(cudaEventQuery(event), cudaErrorNotReady);
  gate.open();
  EXPECT_EQ(cudaStreamSynchronize(b), cudaSuccess);
  EXPECT_EQ(log(), (std::vector<int>{1, 2}));
  EXPECT_EQ(cudaEventQuery(event), cudaSuccess);
}

TEST_F(Streams, EventsMeasureTime) {
  cudaEvent_t start = nullptr, end = nullptr, silent = nullptr;
  ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
  ASSERT_EQ(cudaEventCreateWithFlags(&silent, cudaEventDisableTiming), cudaSuccess);
  float ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, end), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventSynchronize(start), cudaSuccess);
  Gate gate;
  cudaStream_t s = stream();
  EXPECT_EQ(cudaEventRecord(start, s), cudaSuccess);
  waitAt(s, gate);
  EXPECT_EQ(cudaEventRecord(end, s), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(silent, s), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, end), cudaErrorNotReady);
  std::this_thread::sleep_for(20ms);
  gate.open();
  EXPECT_EQ(cudaEventSynchronize(end), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, end), cudaSuccess);
  EXPECT_GE(ms, 20.0f);
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, silent), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventRecord(nullptr, s), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(start), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(start), cudaErrorInvalidResourceHandle);
}

TEST_F(Streams, ManyThreadsShareTheDevice) {
  std::atomic<int> total = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      cudaStream_t mine = nullptr;
      ASSERT_EQ(cudaStreamCreate(&mine), cudaSuccess);
      for (int i = 0; i < 200; ++i) {
        ASSERT_EQ(launch(countStub, 2, 8, 0, i % 3 == 0 ? nullptr : mine, &total), cudaSuccess);
        if (i % 50 == 0)
          ASSERT_EQ(cudaStreamSynchronize(mine), cudaSuccess);
      }
      ASSERT_EQ(cudaStreamDestroy(mine), cudaSuccess);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(total, 4 * 200 * 16);
}

// Each thread passes a value through memory of the device from one of its streams to the next, by events.
TEST_F(Streams, SixtyFourThreadsUse256Streams) {
  constexpr int kThreads = 64, kStreamsOfEach = 4, kRounds = 6;
  std::atomic<int> total = 0, right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      cudaStream_t streams[kStreamsOfEach];
      for (int i = 0; i < kStreamsOfEach; ++i)
        ASSERT_EQ(cudaStreamCreateWithFlags(&streams[i], i % 2 ? cudaStreamNonBlocking : cudaStreamDefault),
                  cudaSuccess);
      cudaEvent_t event = nullptr;
      ASSERT_EQ(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), cudaSuccess);
      int *values = nullptr, *pinned = nullptr;
      ASSERT_EQ(cudaMalloc(reinterpret_cast<void **>(&values), 2 * sizeof(int)), cudaSuccess);
      ASSERT_EQ(cudaMallocHost(reinterpret_cast<void **>(&pinned), sizeof(int)), cudaSuccess);
      for (int round = 0; round < kRounds; ++round) {
        const int wanted = t * kRounds + round;
        cudaStream_t first = streams[round % kStreamsOfEach], second = streams[(round + 1) % kStreamsOfEach];
        ASSERT_EQ(launch(storeStub, 1, 1, 0, first, values, wanted), cudaSuccess);
        ASSERT_EQ(launch(countStub, 2, 8, 0, first, &total), cudaSuccess);
        ASSERT_EQ(cudaEventRecord(event, first), cudaSuccess);
        ASSERT_EQ(cudaStreamWaitEvent(second, event, 0), cudaSuccess);
        ASSERT_EQ(cudaMemcpyAsync(values + 1, values, sizeof(int), cudaMemcpyDeviceToDevice, second),
                  cudaSuccess);
        ASSERT_EQ(cudaMemcpyAsync(pinned, values + 1, sizeof(int), cudaMemcpyDeviceToHost, second),
                  cudaSuccess);
        ASSERT_EQ(cudaStreamSynchronize(second), cudaSuccess);
        right += *pinned == wanted;
      }
      ASSERT_EQ(cudaFree(values), cudaSuccess);
      ASSERT_EQ(cudaFreeHost(pinned), cudaSuccess);
      ASSERT_EQ(cudaEventDestroy(event), cudaSuccess);
      for (cudaStream_t stream : streams)
        ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(total, kThreads * kRounds * 16);
  EXPECT_EQ(right, kThreads * kRounds);
}

} // namespace
