#include "textflag.h"

// Places in constants.
#define ONE 0
#define LARGEST_INT8 4
#define SMALLEST_SCALE 8
#define EXP_LOWEST 12
#define LOG2_E 16
#define LN2_HIGH 20
#define LN2_LOW 24
#define EXP_C0 28
#define EXP_C1 32
#define EXP_C2 36
#define EXP_C3 40
#define EXP_C4 44
#define EXP_C5 48
#define ERF_P 52
#define ERF_A1 56
#define ERF_A2 60
#define ERF_A3 64
#define ERF_A4 68
#define ERF_A5 72
#define HALF_ROOT 76
#define HALF 80

// HORNER replaces p by p × x + constant, rounding twice.
#define HORNER(p, x, constant) \
	VMULPS       x, p, p;                  \
	VBROADCASTSS constant(R10), Y15;       \
	VADDPS       Y15, p, p

// EXP replaces x by e to the x, as exp32 does. It uses Y13 to Y15.
#define EXP(x, n, p) \
	VBROADCASTSS EXP_LOWEST(R10), Y15;     \
	VMAXPS       Y15, x, x;                \
	VBROADCASTSS LOG2_E(R10), Y15;         \
	VMULPS       Y15, x, n;                \
	VROUNDPS     $0, n, n;                 \
	VBROADCASTSS LN2_HIGH(R10), Y15;       \
	VMULPS       Y15, n, Y14;              \
	VSUBPS       Y14, x, x;                \
	VBROADCASTSS LN2_LOW(R10), Y15;        \
	VMULPS       Y15, n, Y14;              \
	VSUBPS       Y14, x, x;                \
	VBROADCASTSS EXP_C0(R10), p;           \
	HORNER(p, x, EXP_C1);                  \
	HORNER(p, x, EXP_C2);                  \
	HORNER(p, x, EXP_C3);                  \
	HORNER(p, x, EXP_C4);                  \
	HORNER(p, x, EXP_C5);                  \
	VMULPS       x, x, Y14;                \
	VMULPS       Y14, p, p;                \
	VADDPS       x, p, p;                  \
	VADDPS       Y13, p, p;                \
	VCVTPS2DQ    n, n;                     \
	VPSLLD       $23, n, n;                \
	VPADDD       Y13, n, n;                \
	VMULPS       n, p, x

// FOLD adds the lanes of y, whose lower half is x, in the order of sumLanes.
#define FOLD(y, x, spare) \
	VEXTRACTF128 $1, y, spare;             \
	VADDPS       spare, x, x;              \
	VPERMILPS    $0x0e, x, spare;          \
	VADDPS       spare, x, x;              \
	VPERMILPS    $0x01, x, spare;          \
	VADDSS       spare, x, x

// FOLD_MAX takes the largest lane.
#define FOLD_MAX(y, x, spare) \
	VEXTRACTF128 $1, y, spare;             \
	VMAXPS       spare, x, x;              \
	VPERMILPS    $0x0e, x, spare;          \
	VMAXPS       spare, x, x;              \
	VPERMILPS    $0x01, x, spare;          \
	VMAXSS       spare, x, x

// func combineAVX2(out, a, b []float32, stride int)
TEXT ·combineAVX2(SB), NOSPLIT, $0-80
	MOVQ out_base+0(FP), DI
	MOVQ out_len+8(FP), CX
	MOVQ a_base+24(FP), SI
	MOVQ a_len+32(FP), R8
	MOVQ b_base+48(FP), DX
	MOVQ stride+72(FP), R9
	SHLQ $2, R9

wide:
	CMPQ   CX, $32
	JLT    narrow
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	MOVQ   DX, BX
	XORQ   AX, AX

wideRow:
	VBROADCASTSS (SI)(AX*4), Y4
	VMULPS (BX), Y4, Y5
	VMULPS 32(BX), Y4, Y6
	VMULPS 64(BX), Y4, Y7
	VMULPS 96(BX), Y4, Y8
	VADDPS Y5, Y0, Y0
	VADDPS Y6, Y1, Y1
	VADDPS Y7, Y2, Y2
	VADDPS Y8, Y3, Y3
	ADDQ   R9, BX
	INCQ   AX
	CMPQ   AX, R8
	JLT    wideRow

	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	ADDQ    $128, DI
	ADDQ    $128, DX
	SUBQ    $32, CX
	JMP     wide

narrow:
	TESTQ  CX, CX
	JLE    done
	VXORPS Y0, Y0, Y0
	MOVQ   DX, BX
	XORQ   AX, AX

narrowRow:
	VBROADCASTSS (SI)(AX*4), Y4
	VMULPS  (BX), Y4, Y5
	VADDPS  Y5, Y0, Y0
	ADDQ    R9, BX
	INCQ    AX
	CMPQ    AX, R8
	JLT     narrowRow

	VMOVUPS Y0, (DI)
	ADDQ    $32, DI
	ADDQ    $32, DX
	SUBQ    $8, CX
	JMP     narrow

done:
	VZEROUPPER
	RET

// func softmaxAVX2(x []float32)
TEXT ·softmaxAVX2(SB), NOSPLIT, $0-24
	MOVQ x_base+0(FP), DI
	MOVQ x_len+8(FP), CX
	LEAQ ·constants(SB), R10
	VBROADCASTSS ONE(R10), Y13
	LEAQ (DI)(CX*4), R8

	MOVQ    DI, SI
	VMOVUPS (SI), Y0

largest:
	VMAXPS (SI), Y0, Y0
	ADDQ   $32, SI
	CMPQ   SI, R8
	JLT    largest

	FOLD_MAX(Y0, X0, X1)
	VBROADCASTSS X0, Y0
	VXORPS  Y4, Y4, Y4
	MOVQ    DI, SI

exponents:
	VMOVUPS (SI), Y1
	VSUBPS  Y0, Y1, Y1
	EXP(Y1, Y2, Y3)
	VMOVUPS Y1, (SI)
	VADDPS  Y1, Y4, Y4
	ADDQ    $32, SI
	CMPQ    SI, R8
	JLT     exponents

	FOLD(Y4, X4, X1)
	VDIVSS  X4, X13, X4
	VBROADCASTSS X4, Y4

scale:
	VMULPS  (DI), Y4, Y1
	VMOVUPS Y1, (DI)
	ADDQ    $32, DI
	CMPQ    DI, R8
	JLT     scale
	VZEROUPPER
	RET

// func geluAVX2(x []float32)
TEXT ·geluAVX2(SB), NOSPLIT, $0-24
	MOVQ x_base+0(FP), DI
	MOVQ x_len+8(FP), CX
	LEAQ ·constants(SB), R10
	VBROADCASTSS ONE(R10), Y13
	VBROADCASTSS HALF_ROOT(R10), Y12
	VBROADCASTSS ERF_P(R10), Y11
	VBROADCASTSS HALF(R10), Y10
	VXORPS   Y9, Y9, Y9
	VPCMPEQD Y8, Y8, Y8
	VPSRLD   $1, Y8, Y8

next:
	VMOVUPS (DI), Y0
	VANDPS  Y8, Y0, Y1   // |x|
	VMULPS  Y12, Y1, Y2  // z
	VMULPS  Y11, Y2, Y3
	VADDPS  Y3, Y13, Y3
	VDIVPS  Y3, Y13, Y3  // t
	VBROADCASTSS ERF_A5(R10), Y4
	HORNER(Y4, Y3, ERF_A4)
	HORNER(Y4, Y3, ERF_A3)
	HORNER(Y4, Y3, ERF_A2)
	HORNER(Y4, Y3, ERF_A1)
	VMULPS  Y3, Y4, Y4
	VMULPS  Y2, Y2, Y2
	VSUBPS  Y2, Y9, Y2
	EXP(Y2, Y5, Y6)
	VMULPS  Y2, Y4, Y4   // erfc
	VMULPS  Y10, Y1, Y1
	VMULPS  Y4, Y1, Y1
	VMAXPS  Y9, Y0, Y0
	VSUBPS  Y1, Y0, Y0
	VMOVUPS Y0, (DI)
	ADDQ    $32, DI
	SUBQ    $8, CX
	JG      next
	VZEROUPPER
	RET

// func addNormAVX2(x, y, weight, bias []float32, epsilon float32)
TEXT ·addNormAVX2(SB), NOSPLIT, $0-100
	MOVQ x_base+0(FP), DI
	MOVQ x_len+8(FP), CX
	MOVQ y_base+24(FP), SI
	MOVQ weight_base+48(FP), R8
	MOVQ bias_base+72(FP), R9
	LEAQ ·constants(SB), R10
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VCVTSI2SSQ CX, X4, X4
	XORQ AX, AX

sum:
	VMOVUPS (DI)(AX*4), Y0
	VADDPS  (SI)(AX*4), Y0, Y0
	VMOVUPS Y0, (DI)(AX*4)
	VADDPS  Y0, Y5, Y5
	ADDQ    $8, AX
	CMPQ    AX, CX
	JLT     sum

	FOLD(Y5, X5, X1)
	VDIVSS X4, X5, X5
	VBROADCASTSS X5, Y5
	VXORPS Y6, Y6, Y6
	XORQ   AX, AX

squares:
	VMOVUPS (DI)(AX*4), Y0
	VSUBPS  Y5, Y0, Y0
	VMOVUPS Y0, (DI)(AX*4)
	VMULPS  Y0, Y0, Y0
	VADDPS  Y0, Y6, Y6
	ADDQ    $8, AX
	CMPQ    AX, CX
	JLT     squares

	FOLD(Y6, X6, X1)
	VDIVSS  X4, X6, X6
	VADDSS  epsilon+96(FP), X6, X6
	VSQRTSS X6, X6, X6
	VMOVSS  ONE(R10), X1
	VDIVSS  X6, X1, X6
	VBROADCASTSS X6, Y6
	XORQ    AX, AX

scale:
	VMULPS  (DI)(AX*4), Y6, Y0
	VMULPS  (R8)(AX*4), Y0, Y0
	VADDPS  (R9)(AX*4), Y0, Y0
	VMOVUPS Y0, (DI)(AX*4)
	ADDQ    $8, AX
	CMPQ    AX, CX
	JLT     scale
	VZEROUPPER
	RET

// The order in which 32 dwords leave two rounds of packing.
DATA unpacked<>+0(SB)/4, $0
DATA unpacked<>+4(SB)/4, $4
DATA unpacked<>+8(SB)/4, $1
DATA unpacked<>+12(SB)/4, $5
DATA unpacked<>+16(SB)/4, $2
DATA unpacked<>+20(SB)/4, $6
DATA unpacked<>+24(SB)/4, $3
DATA unpacked<>+28(SB)/4, $7
GLOBL unpacked<>(SB), RODATA|NOPTR, $32

#define SCALES 128
#define OFFSETS 144
#define ACTIVATION_BLOCK 160

// func quantizeAVX2(dst []activationBlock, t int, x []float32)
TEXT ·quantizeAVX2(SB), NOSPLIT, $0-56
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	MOVQ t+24(FP), AX
	MOVQ x_base+32(FP), SI
	LEAQ ·constants(SB), R10
	LEAQ (DI)(AX*4), R8
	SHLQ $5, AX
	ADDQ AX, DI
	VPCMPEQD Y15, Y15, Y15
	VPSRLD   $1, Y15, Y15
	VPCMPEQD Y14, Y14, Y14
	VPABSB   Y14, Y13
	VPSRLW   $15, Y14, Y14
	VMOVDQU  unpacked<>(SB), Y12
	VMOVSS   LARGEST_INT8(R10), X11
	VMOVSS   SMALLEST_SCALE(R10), X10
	VMOVSS   ONE(R10), X9

block:
	VMOVUPS (SI), Y0
	VMOVUPS 32(SI), Y1
	VMOVUPS 64(SI), Y2
	VMOVUPS 96(SI), Y3
	VANDPS  Y15, Y0, Y4
	VANDPS  Y15, Y1, Y5
	VANDPS  Y15, Y2, Y6
	VANDPS  Y15, Y3, Y7
	VMAXPS  Y5, Y4, Y4
	VMAXPS  Y7, Y6, Y6
	VMAXPS  Y6, Y4, Y4
	FOLD_MAX(Y4, X4, X5)

	VDIVSS  X11, X4, X4      // the scale
	VCMPSS  $2, X4, X10, X6  // smallest ≤ scale
	VDIVSS  X4, X9, X5       // its inverse
	VANDPS  X6, X4, X4
	VANDPS  X6, X5, X5
	VMOVSS  X4, SCALES(R8)

	VBROADCASTSS X5, Y5
	VMULPS    Y5, Y0, Y0
	VMULPS    Y5, Y1, Y1
	VMULPS    Y5, Y2, Y2
	VMULPS    Y5, Y3, Y3
	VCVTPS2DQ Y0, Y0
	VCVTPS2DQ Y1, Y1
	VCVTPS2DQ Y2, Y2
	VCVTPS2DQ Y3, Y3
	VPACKSSDW Y1, Y0, Y0
	VPACKSSDW Y3, Y2, Y2
	VPACKSSWB Y2, Y0, Y0
	VPERMD    Y0, Y12, Y0
	VMOVDQU   Y0, (DI)

	VPMADDUBSW Y0, Y13, Y0   // 1 × value, in pairs
	VPMADDWD   Y14, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD     X1, X0, X0
	VPSHUFD    $0x0e, X0, X1
	VPADDD     X1, X0, X0
	VPSHUFD    $0x01, X0, X1
	VPADDD     X1, X0, X0
	VMOVD      X0, AX
	SHLL       $3, AX
	NEGL       AX
	MOVL       AX, OFFSETS(R8)

	ADDQ $128, SI
	ADDQ $ACTIVATION_BLOCK, DI
	ADDQ $ACTIVATION_BLOCK, R8
	DECQ CX
	JNZ  block
	VZEROUPPER
	RET
