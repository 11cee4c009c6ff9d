// The example of the form of all types, made of the structs that codegen wrote, as JSON on standard output.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"time"

	"example.com/app/forms"
)

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="

func to[T any](value T) *T { return &value }

func main() {
	moment := time.Date(2026, 10, 31, 9, 30, 0, 0, time.FixedZone("", 9*60*60))
	seal, err := base64.StdEncoding.DecodeString(pixel)
	if err != nil {
		log.Fatal(err)
	}
	data := forms.OrderForm{
		Number:      "A-0417",
		Note:        to("至急"),
		Count:       3,
		Tries:       to(int64(2)),
		Far:         to(json.Number("1")),
		Price:       "100.5",
		Exact:       to(json.Number("1.5")),
		Urgent:      true,
		Due:         "2026-10-31",
		At:          "09:30",
		Sent:        moment,
		Kind:        forms.OrderFormKind様,
		Rate:        to(forms.OrderFormRateN8),
		Seal:        seal,
		Class:       to("A"),
		X品名:         "ねじ",
		X品名2:        "ばね",
		Proto:       "x",
		PostalCode:  "100-0001",
		PostalCode2: "100-0002",
		Customer:    forms.OrderFormCustomer{Name: "株式会社山本"},
		Items: []forms.OrderFormItemsEntry{
			{
				Name:  "ねじ",
				Qty:   to(int64(2)),
				Rate:  forms.OrderFormItemsRateN10,
				Parts: []forms.OrderFormItemsPartsEntry{{Code: "a"}, {Code: "b"}},
				Tags:  []string{"x"},
			},
			{
				Name:  "ばね",
				Qty:   to(int64(4)),
				Rate:  forms.OrderFormItemsRateN8,
				Parts: []forms.OrderFormItemsPartsEntry{{Code: "c"}},
				Tags:  []string{"y", "z"},
			},
		},
		Tags:    []string{"甲", "乙"},
		Amounts: []json.Number{"1.5"},
		Kinds:   []forms.OrderFormKinds{forms.OrderFormKindsA},
		Moments: []time.Time{moment},
	}
	written, err := json.Marshal(data)
	if err != nil {
		log.Fatal(err)
	}
	// A list that nobody set is an empty one, and no null.
	empty, err := json.Marshal(forms.OrderFormItemsEntry{})
	if err != nil || string(empty) != `{"name":"","rate":0,"parts":[],"tags":[]}` {
		log.Fatal(string(empty), err)
	}
	fmt.Println(string(written))
}
