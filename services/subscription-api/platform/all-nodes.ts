export type NodesPage<Node> = {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};

/** The page of a connection whose owner is gone. */
export const noNodes = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

/** All nodes of a connection: those of the given page and of every page after it. */
export async function allNodes<Node>(
  page: NodesPage<Node>,
  pageAfter: (cursor: string) => Promise<NodesPage<Node>>,
): Promise<Node[]> {
  const nodes = [...page.nodes];
  let { pageInfo } = page;
  while (pageInfo.hasNextPage && pageInfo.endCursor !== null) {
    const next = await pageAfter(pageInfo.endCursor);
    nodes.push(...next.nodes);
    pageInfo = next.pageInfo;
  }
  return nodes;
}
