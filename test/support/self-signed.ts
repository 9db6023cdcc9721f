/**
 * A certificate that nobody vouches for, with its key, for servers that a client must refuse to talk to. Made for
 * `localhost` in these tests; it opens nothing.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUOc+VQCw0wmOQEy7
nXEuibOn6Gv/UgaPRaO/dSaLZ0KhRANCAARv+9lwnivFzfAYazdLH1MiBE+2mR/O
gDEDXIJTlbAKHbOJzns4YHjSINlAy2JWn0+xlK1JJib1RY70YjZ3MgG4
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUITJs5rTte12yJQmi4pNPFUicC3swCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDEyNTcyNFoYDzIxMjYxMDI3
MTI1NzI0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARv+9lwnivFzfAYazdLH1MiBE+2mR/OgDEDXIJTlbAKHbOJzns4YHjS
INlAy2JWn0+xlK1JJib1RY70YjZ3MgG4o2kwZzAdBgNVHQ4EFgQUiPQall94UDag
72lqEhMUjpKRTS4wHwYDVR0jBBgwFoAUiPQall94UDag72lqEhMUjpKRTS4wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgJgaU5L1OxulSPh5+jChR1/xTIQdpwwnG+FYHXXmUaG4CIBDNeOsm6XgG
Q19NXjXZgNuKsu3B/z/fYYPDeEI/EbLv
-----END CERTIFICATE-----
`,
} as const
