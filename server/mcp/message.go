package mcp

import (
	"fmt"
	"math"
	"strconv"
)

const (
	// maxValues bounds the values in one message. The fullest call has some 150; each costs many times its
	// size in memory once it is decoded.
	maxValues = 4096
	// maxNumberBytes bounds the text of one number.
	maxNumberBytes = 64
)

var (
	errTooManyValues = fmt.Errorf("the message holds more than %d values; nothing was done: send less", maxValues)
	errNumber        = fmt.Errorf("the message holds a number that is too large or has more than %d digits; nothing was done: send a smaller one", maxNumberBytes)
)

// checkMessage refuses what would be expensive or impossible to decode, in one pass over the bytes and
// before anything is decoded. Whether the message is JSON at all is for the decoder to say.
func checkMessage(data []byte) error {
	values := 0
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			i = endOfString(data, i)
		case c == ',' || c == ':' || c == '[' || c == '{':
			if values++; values > maxValues {
				return errTooManyValues
			}
		case c == '-' || '0' <= c && c <= '9':
			end := endOfNumber(data, i)
			if end-i > maxNumberBytes {
				return errNumber
			}
			if f, _ := strconv.ParseFloat(string(data[i:end]), 64); math.IsInf(f, 0) {
				return errNumber
			}
			i = end - 1
		}
	}
	return nil
}

// endOfString is where the string that starts at i ends: its closing quote, or the last byte.
func endOfString(data []byte, i int) int {
	for i++; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return i
}

func endOfNumber(data []byte, i int) int {
	for i < len(data) {
		switch c := data[i]; {
		case '0' <= c && c <= '9', c == '-', c == '+', c == '.', c == 'e', c == 'E':
			i++
		default:
			return i
		}
	}
	return i
}
