#include "helpers/emulate/link_news.h"

#include <gmock/gmock.h>

#include "tests/helpers/emulate/relay_story.h"

namespace qoslab::emulation {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(LinkNewsOfPorts, AreToldOnceAndAtOnce) {
  Story story{small_network()};
  std::vector<std::string> told;
  LinkNews news{story.relay, {{&story.a, "access (eth1)"}, {&story.b, "network (eth2)"}}, [&](const std::string& text) {
                  told.push_back(text);
                }};
  news.turn();
  EXPECT_THAT(told, IsEmpty());
  story.a.state = LinkState::down;
  news.turn();
  news.turn();
  EXPECT_THAT(told, ElementsAre("access (eth1): the link is down"));
  story.a.state = LinkState::up;
  story.b.state = LinkState::removed;
  news.turn();
  EXPECT_THAT(told, ElementsAre("access (eth1): the link is down", "access (eth1): the link is up again",
                                "network (eth2): the device was removed"));
}

}  // namespace
}  // namespace qoslab::emulation
