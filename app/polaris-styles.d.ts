/** The address of one component's part of Polaris' style sheet: `styles.css?only=DropZone&url`. */
declare module '*&url' {
  const address: string;
  export default address;
}
