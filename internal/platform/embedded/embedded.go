// Package embedded runs the services that nobody configured: a private PostgreSQL, a private S3 store and generated keys. Everything
// lives in one data folder, which several processes can share.
package embedded
