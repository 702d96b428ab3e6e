/* QEMU plugin. It ends the program with status 97 before an AArch64 instruction that a plain ARMv8.0 CPU may lack: AES,
 * 64-bit PMULL, SHA-1, SHA-2, SHA-3, SM3, SM4, dot product.
 *
 * For CPU models that have some of them, since QEMU has none without AES. A block is translated only to be executed,
 * and from its first instruction to its last, so that looking at translation is looking at execution. */
#include "plugin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Encodings from the Arm Architecture Reference Manual, C4.1. */
static const struct {
    uint32_t mask, value;
    const char *name;
} forbidden[] = {
    {0xffffcc00, 0x4e284800, "AES"},
    {0xbfe0fc00, 0x0ee0e000, "PMULL (64-bit)"},
    {0xffe08c00, 0x5e000000, "SHA-1 or SHA-256"},
    {0xffffcc00, 0x5e280800, "SHA-1 or SHA-256"},
    {0xff000000, 0xce000000, "SHA-3, SHA-512, SM3 or SM4"},
    {0x9fe0fc00, 0x0e809400, "dot product"},
    {0x9fc0f400, 0x0f80e000, "dot product"},
};

int qemu_plugin_version = 1;

static void on_translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint32_t word;
        memcpy(&word, qemu_plugin_insn_data(insn), sizeof word);
        for (size_t k = 0; k < sizeof forbidden / sizeof forbidden[0]; k++)
            if ((word & forbidden[k].mask) == forbidden[k].value) {
                const char *symbol = qemu_plugin_insn_symbol(insn);
                fprintf(stderr, "forbidden instruction: %s, %08" PRIx32 " at %" PRIx64 " in %s\n", forbidden[k].name,
                        word, qemu_plugin_insn_vaddr(insn), symbol ? symbol : "-");
                _Exit(97);
            }
    }
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    (void)info;
    (void)argc;
    (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
    return 0;
}
