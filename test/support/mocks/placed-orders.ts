/** A request that creates an order, and one that reads what was created: all that a stateful mock server needs. */
export function placedOrders(base = ''): string {
  return `### place
POST ${base}/orders

>>>
expect status == 201
expect body.id type integer
<<<

>>>capture
id from body.id
<<<

### read
# @depends place
GET ${base}/orders/{{place.id}}
`;
}
