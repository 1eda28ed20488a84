declare module 'virtual:laurel-contract' {
  const value: { contract: import('./raw').RawContract; examples: import('./raw').Examples };
  export default value;
}
