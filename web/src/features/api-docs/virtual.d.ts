declare module 'virtual:laurel-contract' {
  const value: { contracts: import('./raw').RawContract[]; examples: import('./raw').Examples };
  export default value;
}
