// For assemblers. Each file in this folder lists the functions of a library that Evoke calls:
//
//     library libvips.so.42, vips
//     function vips_init
//     end_of_library
//
// The program is linked with these stubs instead of the library. The first call of one loads the library, and from
// then on all calls go to the library's own functions. Code that must handle a missing library loads it beforehand
// (libraries.h).

#if defined(__x86_64__)
.macro jump_by slot
    jmp *\slot(%rip)
.endm

.macro load_by loader
    call \loader
.endm

.macro tell_trouble_of library
    leaq \library(%rip), %rdi
    jmp evoke_late_trouble
.endm

// Preserves arguments in registers.
.macro loader_of library
    pushq %rbp
    movq %rsp, %rbp
    andq $-16, %rsp
    subq $192, %rsp
    movups %xmm0, (%rsp)
    movups %xmm1, 16(%rsp)
    movups %xmm2, 32(%rsp)
    movups %xmm3, 48(%rsp)
    movups %xmm4, 64(%rsp)
    movups %xmm5, 80(%rsp)
    movups %xmm6, 96(%rsp)
    movups %xmm7, 112(%rsp)
    movq %rdi, 128(%rsp)
    movq %rsi, 136(%rsp)
    movq %rdx, 144(%rsp)
    movq %rcx, 152(%rsp)
    movq %r8, 160(%rsp)
    movq %r9, 168(%rsp)
    movq %rax, 176(%rsp)
    leaq \library(%rip), %rdi
    call evoke_load_late
    movups (%rsp), %xmm0
    movups 16(%rsp), %xmm1
    movups 32(%rsp), %xmm2
    movups 48(%rsp), %xmm3
    movups 64(%rsp), %xmm4
    movups 80(%rsp), %xmm5
    movups 96(%rsp), %xmm6
    movups 112(%rsp), %xmm7
    movq 128(%rsp), %rdi
    movq 136(%rsp), %rsi
    movq 144(%rsp), %rdx
    movq 152(%rsp), %rcx
    movq 160(%rsp), %r8
    movq 168(%rsp), %r9
    movq 176(%rsp), %rax
    movq %rbp, %rsp
    popq %rbp
    ret
.endm
#elif defined(__aarch64__)
.macro jump_by slot
    adrp x16, \slot
    ldr x16, [x16, :lo12:\slot]
    br x16
.endm

.macro tell_trouble_of library
    adrp x0, \library
    add x0, x0, :lo12:\library
    b evoke_late_trouble
.endm

.macro load_by loader
    stp x29, x30, [sp, #-16]!
    bl \loader
    ldp x29, x30, [sp], #16
.endm

// Preserves arguments in registers.
.macro loader_of library
    stp x29, x30, [sp, #-16]!
    mov x29, sp
    stp q0, q1, [sp, #-32]!
    stp q2, q3, [sp, #-32]!
    stp q4, q5, [sp, #-32]!
    stp q6, q7, [sp, #-32]!
    stp x0, x1, [sp, #-16]!
    stp x2, x3, [sp, #-16]!
    stp x4, x5, [sp, #-16]!
    stp x6, x7, [sp, #-16]!
    str x8, [sp, #-16]!
    adrp x0, \library
    add x0, x0, :lo12:\library
    bl evoke_load_late
    ldr x8, [sp], #16
    ldp x6, x7, [sp], #16
    ldp x4, x5, [sp], #16
    ldp x2, x3, [sp], #16
    ldp x0, x1, [sp], #16
    ldp q6, q7, [sp], #32
    ldp q4, q5, [sp], #32
    ldp q2, q3, [sp], #32
    ldp q0, q1, [sp], #32
    ldp x29, x30, [sp], #16
    ret
.endm
#else
#error "Evoke runs on x86_64 and arm64."
#endif

// The layout that evoke_load_late expects (late.c).
.macro library file, name
    .section .rodata, "a", %progbits
.Lfile:
    .asciz "\file"
    .section .data.rel.ro, "aw", %progbits
    .balign 8
.Lnames:
    .data
    .balign 8
.Llibrary:
    .quad .Lfile, .Lnames, (.Lend - .Lslots) / 8, 0
.Lslots:
    .text
.Lload:
    loader_of .Llibrary
    .balign 16
    .globl evoke_trouble_of_\name
    .hidden evoke_trouble_of_\name
    .type evoke_trouble_of_\name, %function
evoke_trouble_of_\name:
    tell_trouble_of .Llibrary
    .size evoke_trouble_of_\name, . - evoke_trouble_of_\name
.endm

.macro function name
    .section .rodata, "a", %progbits
.Lname_\name:
    .asciz "\name"
    .section .data.rel.ro, "aw", %progbits
    .quad .Lname_\name
    .data
.Lslot_\name:
    .quad .Lfirst_\name
    .text
    .balign 16
    .globl \name
    .hidden \name
    .type \name, %function
\name:
    jump_by .Lslot_\name
.Lfirst_\name:
    load_by .Lload
    jump_by .Lslot_\name
    .size \name, . - \name
.endm

.macro end_of_library
    .data
.Lend:
    .section .note.GNU-stack, "", %progbits
.endm
