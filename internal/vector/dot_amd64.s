#include "textflag.h"

// func dotAVX2(a, b []float32) float32
//
// Four running sums of eight lanes: the next multiplication need not wait for the last addition.
TEXT ·dotAVX2(SB), NOSPLIT, $0-52
	MOVQ a_base+0(FP), SI
	MOVQ a_len+8(FP), CX
	MOVQ b_base+24(FP), DI

	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3

	MOVQ CX, DX
	SHRQ $5, DX
	JZ   eights

thirtytwos:
	VMOVUPS 0(SI), Y4
	VMOVUPS 32(SI), Y5
	VMOVUPS 64(SI), Y6
	VMOVUPS 96(SI), Y7
	VFMADD231PS 0(DI), Y4, Y0
	VFMADD231PS 32(DI), Y5, Y1
	VFMADD231PS 64(DI), Y6, Y2
	VFMADD231PS 96(DI), Y7, Y3
	ADDQ $128, SI
	ADDQ $128, DI
	DECQ DX
	JNZ  thirtytwos

eights:
	MOVQ CX, DX
	ANDQ $31, DX
	SHRQ $3, DX
	JZ   reduce

eight:
	VMOVUPS 0(SI), Y4
	VFMADD231PS 0(DI), Y4, Y0
	ADDQ $32, SI
	ADDQ $32, DI
	DECQ DX
	JNZ  eight

reduce:
	VADDPS Y1, Y0, Y0
	VADDPS Y3, Y2, Y2
	VADDPS Y2, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPS X1, X0, X0
	VHADDPS X0, X0, X0
	VHADDPS X0, X0, X0

	ANDQ $7, CX
	JZ   done

one:
	VMOVSS 0(SI), X4
	VFMADD231SS 0(DI), X4, X0
	ADDQ $4, SI
	ADDQ $4, DI
	DECQ CX
	JNZ  one

done:
	VMOVSS X0, ret+48(FP)
	VZEROUPPER
	RET

// func dotAVX512(a, b []float32) float32
//
// As dotAVX2, with sixteen lanes.
TEXT ·dotAVX512(SB), NOSPLIT, $0-52
	MOVQ a_base+0(FP), SI
	MOVQ a_len+8(FP), CX
	MOVQ b_base+24(FP), DI

	VXORPS X0, X0, X0
	VXORPS X1, X1, X1
	VXORPS X2, X2, X2
	VXORPS X3, X3, X3

	MOVQ CX, DX
	SHRQ $6, DX
	JZ   sixteens

sixtyfours:
	VMOVUPS 0(SI), Z4
	VMOVUPS 64(SI), Z5
	VMOVUPS 128(SI), Z6
	VMOVUPS 192(SI), Z7
	VFMADD231PS 0(DI), Z4, Z0
	VFMADD231PS 64(DI), Z5, Z1
	VFMADD231PS 128(DI), Z6, Z2
	VFMADD231PS 192(DI), Z7, Z3
	ADDQ $256, SI
	ADDQ $256, DI
	DECQ DX
	JNZ  sixtyfours

sixteens:
	MOVQ CX, DX
	ANDQ $63, DX
	SHRQ $4, DX
	JZ   reduce

sixteen:
	VMOVUPS 0(SI), Z4
	VFMADD231PS 0(DI), Z4, Z0
	ADDQ $64, SI
	ADDQ $64, DI
	DECQ DX
	JNZ  sixteen

reduce:
	VADDPS Z1, Z0, Z0
	VADDPS Z3, Z2, Z2
	VADDPS Z2, Z0, Z0
	VEXTRACTF64X4 $1, Z0, Y1
	VADDPS Y1, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPS X1, X0, X0
	VHADDPS X0, X0, X0
	VHADDPS X0, X0, X0

	ANDQ $15, CX
	JZ   done

one:
	VMOVSS 0(SI), X4
	VFMADD231SS 0(DI), X4, X0
	ADDQ $4, SI
	ADDQ $4, DI
	DECQ CX
	JNZ  one

done:
	VMOVSS X0, ret+48(FP)
	VZEROUPPER
	RET
