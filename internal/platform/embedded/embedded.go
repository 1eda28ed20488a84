// Package embedded runs what nobody configured: a private PostgreSQL, a private S3 store, generated keys.
// Everything lives under one data folder, which several processes may share.
package embedded
