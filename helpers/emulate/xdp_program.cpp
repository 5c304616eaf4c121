#include "helpers/emulate/xdp_program.h"

#include <bpf/bpf.h>
#include <linux/bpf.h>
#include <linux/if_link.h>

#include <array>
#include <cstddef>

namespace qoslab::emulation {
namespace {

bpf_insn instruction(int code, unsigned to, unsigned from, int offset, int value) {
  bpf_insn result{};
  result.code = static_cast<__u8>(code);
  result.dst_reg = to & 0xf;
  result.src_reg = from & 0xf;
  result.off = static_cast<__s16>(offset);
  result.imm = value;
  return result;
}

/// return bpf_redirect_map(sockets, context->rx_queue_index, XDP_PASS): bpf-helpers(7).
int load(int sockets) {
  const std::array program{
      instruction(BPF_LDX | BPF_MEM | BPF_W, 2, 1, offsetof(xdp_md, rx_queue_index), 0),
      instruction(BPF_LD | BPF_IMM | BPF_DW, 1, BPF_PSEUDO_MAP_FD, 0, sockets),
      instruction(0, 0, 0, 0, 0),
      instruction(BPF_ALU64 | BPF_MOV | BPF_K, 3, 0, 0, XDP_PASS),
      instruction(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_redirect_map),
      instruction(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
  };
  return ::bpf_prog_load(BPF_PROG_TYPE_XDP, "qoslab", "GPL", program.data(), program.size(), nullptr);
}

int attach(int program, int index, unsigned flags) {
  bpf_link_create_opts options{};
  options.sz = sizeof options;
  options.flags = flags;
  return ::bpf_link_create(program, index, BPF_XDP, &options);
}

}  // namespace

XdpProgram::XdpProgram(const std::string& device, int index, int queues)
    : device_{device},
      sockets_{::bpf_map_create(BPF_MAP_TYPE_XSKMAP, "sockets", sizeof(int), sizeof(int), static_cast<__u32>(queues),
                                nullptr)} {
  if (!sockets_.valid()) fail(device, "AF_XDP cannot have its table of sockets (CAP_BPF, CAP_NET_ADMIN)");
  program_ = Descriptor{load(sockets_.number())};
  if (!program_.valid()) fail(device, "AF_XDP cannot load its program (CAP_BPF, CAP_NET_ADMIN)");
  attached_ = Descriptor{attach(program_.number(), index, XDP_FLAGS_DRV_MODE)};
  if (!attached_.valid() && errno != EBUSY) {
    attached_ = Descriptor{attach(program_.number(), index, XDP_FLAGS_SKB_MODE)};
    mode_ = "generic";
  }
  if (!attached_.valid()) fail(device, "AF_XDP cannot attach its program (ip link shows whether it has one)");
}

void XdpProgram::enter(int queue, int socket) {
  if (::bpf_map_update_elem(sockets_.number(), &queue, &socket, BPF_ANY) != 0)
    fail(device_, "AF_XDP cannot have the frames of queue " + std::to_string(queue));
}

}  // namespace qoslab::emulation
