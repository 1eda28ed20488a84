declare module 'jsonld/dist/jsonld.esm.min.js' {
  interface Options {
    algorithm: 'RDFC-1.0';
    format: 'application/n-quads';
    safe: true;
    base: null;
    documentLoader: (address: string) => Promise<{ documentUrl: string; document: unknown }>;
  }
  const jsonld: { canonize: (document: object, options: Options) => Promise<string> };
  export default jsonld;
}
