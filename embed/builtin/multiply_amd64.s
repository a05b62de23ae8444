#include "textflag.h"

// Offsets within weightBlock and activationBlock.
#define WEIGHTS 64
#define WEIGHT_BLOCK 320
#define SCALES 128
#define OFFSETS 144
#define ACTIVATION_BLOCK 160

// DOT adds to a token's result the product of the block's weights (Z8 to Z15, four for each of 16 rows) with
// its activations.
#define DOT(t, sum, dot, scale) \
	VPBROADCASTD  (OFFSETS+4*t)(DX), dot;   \
	VPDPBUSD.BCST (32*t)(DX), Z8, dot;      \
	VPDPBUSD.BCST (32*t+4)(DX), Z9, dot;    \
	VPDPBUSD.BCST (32*t+8)(DX), Z10, dot;   \
	VPDPBUSD.BCST (32*t+12)(DX), Z11, dot;  \
	VPDPBUSD.BCST (32*t+16)(DX), Z12, dot;  \
	VPDPBUSD.BCST (32*t+20)(DX), Z13, dot;  \
	VPDPBUSD.BCST (32*t+24)(DX), Z14, dot;  \
	VPDPBUSD.BCST (32*t+28)(DX), Z15, dot;  \
	VCVTDQ2PS     dot, dot;                 \
	VMULPS.BCST   (SCALES+4*t)(DX), Z30, scale; \
	VMULPS        scale, dot, dot;          \
	VADDPS        dot, sum, sum

// func multiplyAVX512(out []float32, stride int, w []weightBlock, x []activationBlock, bias []float32)
TEXT ·multiplyAVX512(SB), NOSPLIT, $0-104
	MOVQ out_base+0(FP), DI
	MOVQ stride+24(FP), R8
	MOVQ w_base+32(FP), SI
	MOVQ w_len+40(FP), CX
	MOVQ x_base+56(FP), DX
	MOVQ bias_base+80(FP), AX

	VMOVUPS (AX), Z0
	VMOVAPS Z0, Z1
	VMOVAPS Z0, Z2
	VMOVAPS Z0, Z3
	MOVL    $0x0f0f0f0f, AX
	VPBROADCASTD AX, Z31

block:
	VMOVUPS   (SI), Z30
	VMOVDQU32 (WEIGHTS)(SI), Z8
	VMOVDQU32 (WEIGHTS+64)(SI), Z9
	VMOVDQU32 (WEIGHTS+128)(SI), Z10
	VMOVDQU32 (WEIGHTS+192)(SI), Z11
	VPSRLW    $4, Z8, Z12
	VPSRLW    $4, Z9, Z13
	VPSRLW    $4, Z10, Z14
	VPSRLW    $4, Z11, Z15
	VPANDD    Z31, Z8, Z8
	VPANDD    Z31, Z9, Z9
	VPANDD    Z31, Z10, Z10
	VPANDD    Z31, Z11, Z11
	VPANDD    Z31, Z12, Z12
	VPANDD    Z31, Z13, Z13
	VPANDD    Z31, Z14, Z14
	VPANDD    Z31, Z15, Z15
	DOT(0, Z0, Z4, Z20)
	DOT(1, Z1, Z5, Z21)
	DOT(2, Z2, Z6, Z22)
	DOT(3, Z3, Z7, Z23)
	ADDQ      $WEIGHT_BLOCK, SI
	ADDQ      $ACTIVATION_BLOCK, DX
	DECQ      CX
	JNZ       block

	LEAQ    (DI)(R8*4), R9
	LEAQ    (DI)(R8*8), R10
	LEAQ    (R9)(R8*8), R11
	VMOVUPS Z0, (DI)
	VMOVUPS Z1, (R9)
	VMOVUPS Z2, (R10)
	VMOVUPS Z3, (R11)
	VZEROUPPER
	RET

// PAIRS adds the products of 4g..4g+3 and of 16 more, for each of 8 rows, to a token's 16-bit sums. The sum of
// a block is at most 16 × 15 × 127, so it can not overflow.
#define PAIRS(t, g, pairs) \
	VPBROADCASTD (32*t+4*g)(DX), Y10;    \
	VPBROADCASTD (32*t+4*g+16)(DX), Y11; \
	VPMADDUBSW   Y10, Y8, Y10;           \
	VPMADDUBSW   Y11, Y9, Y11;           \
	VPADDW       Y10, pairs, pairs;      \
	VPADDW       Y11, pairs, pairs

// GROUP does so for all tokens.
#define GROUP(g) \
	VMOVDQU (WEIGHTS+64*g)(R12), Y8; \
	VPSRLW  $4, Y8, Y9;     \
	VPAND   Y15, Y8, Y8;    \
	VPAND   Y15, Y9, Y9;    \
	PAIRS(0, g, Y4);        \
	PAIRS(1, g, Y5);        \
	PAIRS(2, g, Y6);        \
	PAIRS(3, g, Y7)

// SCALE adds a token's 16-bit sums, corrected and scaled, to its result.
#define SCALE(t, sum, pairs) \
	VPMADDWD     Y14, pairs, pairs;         \
	VPBROADCASTD (OFFSETS+4*t)(DX), Y10;    \
	VPADDD       Y10, pairs, pairs;         \
	VCVTDQ2PS    pairs, pairs;              \
	VBROADCASTSS (SCALES+4*t)(DX), Y11;     \
	VMULPS       (R12), Y11, Y11;           \
	VMULPS       Y11, pairs, pairs;         \
	VADDPS       pairs, sum, sum

// func multiplyAVX2(out []float32, stride int, w []weightBlock, x []activationBlock, bias []float32)
TEXT ·multiplyAVX2(SB), NOSPLIT, $0-104
	MOVQ out_base+0(FP), DI
	MOVQ stride+24(FP), R8
	MOVQ w_base+32(FP), SI
	MOVQ bias_base+80(FP), BX
	MOVL $0x0f0f0f0f, AX
	VMOVD AX, X15
	VPBROADCASTD X15, Y15
	MOVL $0x00010001, AX
	VMOVD AX, X14
	VPBROADCASTD X14, Y14
	MOVQ $2, R13

// The tile's upper 8 rows first, then the lower.
half:
	MOVQ SI, R12
	MOVQ w_len+40(FP), CX
	MOVQ x_base+56(FP), DX
	VMOVUPS (BX), Y0
	VMOVAPS Y0, Y1
	VMOVAPS Y0, Y2
	VMOVAPS Y0, Y3

block:
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7
	GROUP(0)
	GROUP(1)
	GROUP(2)
	GROUP(3)
	SCALE(0, Y0, Y4)
	SCALE(1, Y1, Y5)
	SCALE(2, Y2, Y6)
	SCALE(3, Y3, Y7)
	ADDQ  $WEIGHT_BLOCK, R12
	ADDQ  $ACTIVATION_BLOCK, DX
	DECQ  CX
	JNZ   block

	LEAQ    (DI)(R8*4), R9
	LEAQ    (DI)(R8*8), R10
	LEAQ    (R9)(R8*8), R11
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, (R9)
	VMOVUPS Y2, (R10)
	VMOVUPS Y3, (R11)
	ADDQ    $32, SI
	ADDQ    $32, DI
	ADDQ    $32, BX
	DECQ    R13
	JNZ     half
	VZEROUPPER
	RET
