// Package archtest holds the rules of the house as data; its tests keep the source tree and the schema to them.
package archtest
