package casefile

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
)

// Of reads a case that was put together in Go, in the words of a case file: objects
// are maps by field name, and lists are slices. It judges them as strictly as [Read]
// does those of a file; the error is a *PathError.
func Of(value map[string]any) (Case, error) {
	n, err := nodeOf(reflect.ValueOf(value), "$")
	if err != nil {
		return Case{}, err
	}
	return readCase(&n)
}

// nodeOf is a value as the reader has it, the fields of an object by name.
func nodeOf(v reflect.Value, path string) (node, error) {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	n := node{path: path}
	switch v.Kind() {
	case reflect.Invalid:
		n.kind = isNull
	case reflect.Bool:
		n.kind, n.truth = isBool, v.Bool()
	case reflect.String:
		n.kind, n.text = isString, string([]rune(v.String())) // as JSON would carry it
	case reflect.Int, reflect.Int64:
		n.kind, n.text = isNumber, strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		n.kind, n.text = isNumber, strconv.FormatFloat(v.Float(), 'f', -1, 64)
	case reflect.Slice:
		n.kind = isArray
		for i := range v.Len() {
			item, err := nodeOf(v.Index(i), path+"["+strconv.Itoa(i)+"]")
			if err != nil {
				return n, err
			}
			n.items = append(n.items, item)
		}
	case reflect.Map:
		n.kind = isObject
		fields := map[string]reflect.Value{}
		for at := v.MapRange(); at.Next(); {
			fields[at.Key().String()] = at.Value()
		}
		for _, key := range slices.Sorted(maps.Keys(fields)) {
			item, err := nodeOf(fields[key], path+member(key))
			if err != nil {
				return n, err
			}
			n.keys, n.items = append(n.keys, key), append(n.items, item)
		}
	default:
		return n, n.fail("a case holds no %v", fmt.Sprint(v.Type()))
	}
	return n, nil
}
