// A simulated host asks a real one for a connection of which that one still has an earlier run's half.
#include "model/emulation/half_open.h"

#include <gtest/gtest.h>

#include "model/packet/frame.h"
#include "model/packet/transport.h"
#include "tests/model/emulation/real_frames.h"

namespace qoslab::emulation {
namespace {

constexpr std::uint8_t simulated = 6;
constexpr std::uint8_t real = 10;
constexpr std::uint8_t syn = 2;
constexpr std::uint8_t rst = 4;
constexpr std::uint8_t ack = 16;

struct Numbers {
  std::uint32_t sequence = 0;
  std::uint32_t acknowledged = 0;
};

Octets packet(bool to_real, std::uint8_t flags, const Numbers& numbers, std::uint16_t client = 49'153) {
  Octets segment;
  put_number(segment, to_real ? client : 5001U, 2);
  put_number(segment, to_real ? 5001U : client, 2);
  put_number(segment, numbers.sequence, 4);
  put_number(segment, numbers.acknowledged, 4);
  put_number(segment, 0x5000U | flags, 2);
  segment.resize(20);
  const auto frame = of({.source = net(to_real ? simulated : real),
                         .destination = net(to_real ? real : simulated),
                         .protocol = ip_protocol::tcp},
                        segment);
  return {frame.begin() + 14, frame.begin() + 54};
}

TEST(HalfOpen, AnEarlierRunsConnectionIsEnded) {
  HalfOpen connections;
  connections.left(packet(true, syn, {7, 0}));
  const auto reset = connections.answer(packet(false, ack, {1000, 90'000}));
  ASSERT_TRUE(reset);
  FrameFacts facts;
  Octets frame(12);
  put_number(frame, ether_type::ipv4, 2);
  frame.insert(frame.end(), reset->begin(), reset->end());
  ASSERT_FALSE(read_frame(frame, facts)) << "the header's checksum is right";
  EXPECT_TRUE(carries_sound_transport(*reset));
  EXPECT_EQ(facts.packet.tuple.source, IpAddress::v4(net(simulated)));
  EXPECT_EQ(facts.packet.tuple.destination, IpAddress::v4(net(real)));
  EXPECT_EQ(facts.packet.tuple.source_port, 49'153);
  EXPECT_EQ(facts.packet.tuple.destination_port, 5001);
  EXPECT_EQ(number_at(*reset, 24, 4), 90'000U) << "what the other side waits for";
  EXPECT_EQ((*reset)[33], rst);
  EXPECT_TRUE(connections.answer(packet(false, ack, {1000, 90'000}))) << "should the first be lost";
}

TEST(HalfOpen, WhatWasGrantedOrRefusedIsLeftAlone) {
  for (const std::uint8_t answer : {std::uint8_t{syn | ack}, std::uint8_t{rst | ack}, rst}) {
    HalfOpen connections;
    connections.left(packet(true, syn, {7, 0}));
    EXPECT_FALSE(connections.answer(packet(false, answer, {1000, 8})));
    EXPECT_FALSE(connections.answer(packet(false, ack, {1001, 90'000}))) << int{answer};
  }
}

TEST(HalfOpen, NorWhatWasNeverAskedFor) {
  HalfOpen connections;
  EXPECT_FALSE(connections.answer(packet(false, ack, {1000, 90'000})));
  connections.left(packet(true, syn | ack, {7, 3}));
  connections.left(packet(true, ack, {7, 3}));
  EXPECT_FALSE(connections.answer(packet(false, ack, {1000, 90'000}))) << "the model granted it";
  connections.left(packet(true, syn, {7, 0}, 50'000));
  EXPECT_FALSE(connections.answer(packet(false, ack, {1000, 90'000}))) << "another port";
  connections.left(packet(true, syn, {7, 0}));
  EXPECT_FALSE(connections.answer(packet(false, ack, {1000, 8}))) << "of the asked one";
  EXPECT_FALSE(connections.answer({})) << "no segment";
}

TEST(HalfOpen, PortsAtWhichNobodyListensAreKnown) {
  HalfOpen connections;
  const auto ask = [&](std::uint8_t answer) {
    connections.left(packet(true, syn, {7, 0}));
    connections.answer(packet(false, answer, {1000, 8}));
    return connections.closed();
  };
  EXPECT_TRUE(connections.closed().empty());
  EXPECT_EQ(ask(rst | ack), std::set<std::uint16_t>{5001});
  EXPECT_TRUE(ask(syn | ack).empty()) << "a listener that came late";
  EXPECT_TRUE(ask(rst | ack).empty()) << "and went early";
}

}  // namespace
}  // namespace qoslab::emulation
