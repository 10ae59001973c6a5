import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";

const Hash = (description: string) => Type.String({ pattern: "^[0-9a-f]{64}$", description });
const Hundredths = (description: string) =>
  Type.String({ pattern: "^(0|[1-9][0-9]*)$", description, examples: ["2500"] });

/** A balance as counted in the published liabilities, with the path that proves it. */
export const Inclusion = Type.Object(
  {
    user_id: Type.String({ description: "The user reference in the leaf: the service's id of the user." }),
    balance: Type.Number({ description: "The counted balance in salutes; it may have changed since." }),
    balance_hundredths: Hundredths("The same balance in hundredths of a salute, as in the leaf."),
    salt: Hash("Secret salt of this user's leaf in this count. Without it the balance cannot be guessed."),
    leaf: Hash("SHA-256 of the lines leaf, salt, user_id, balance_hundredths, each ended by a line feed."),
    path: Type.Array(
      Type.Object({
        side: OneOf(["left", "right"], { description: "Side on which this neighbour stands." }),
        hash: Hash("Hash of the neighbour, as lower-case hex."),
        sum: Hundredths("Sum of the balances below the neighbour, in hundredths."),
      }),
      {
        description:
          "From the leaf to the root. Each node is the SHA-256 of the lines node, left hash, left sum, right hash, right sum.",
      },
    ),
    root: Hash("Root of the tree, as published and logged."),
    liabilities_hundredths: Hundredths("Sum at the root: all balances, in hundredths."),
    leaves: Type.Integer({ description: "Number of users in the tree." }),
    taken_at: Timestamp({ description: "Time of the count." }),
    proof: Nullable(Type.String({ examples: ["/api/public/solvency.json"] }), {
      description: "The public proof with this root; null in the sandbox, whose tree is not published.",
    }),
  },
  { title: "Inclusion" },
);
