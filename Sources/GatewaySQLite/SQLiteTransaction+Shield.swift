import Gateway
import Kernel

/// Who a merchant takes no money from.
extension SQLiteTransaction {
    func insert(_ entry: BlocklistEntry) throws {
        try connection.run(
            """
            INSERT INTO blocklist (id, merchant_id, environment, kind, value, created_at, document)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(entry.id.rawValue), .text(entry.merchantID.rawValue), .text(entry.environment.rawValue),
                .text(entry.kind.rawValue), .text(entry.value), .time(entry.createdAt), try document(entry),
            ])
    }

    func delete(_ entry: BlocklistEntryID) throws {
        try connection.run("DELETE FROM blocklist WHERE id = ?", [.text(entry.rawValue)])
    }

    func blocklistEntry(_ id: BlocklistEntryID) throws -> BlocklistEntry? {
        try one("SELECT document FROM blocklist WHERE id = ?", .text(id.rawValue))
    }

    func blocklistEntry(
        of merchant: MerchantID, _ environment: Environment, _ kind: BlocklistEntry.Kind, _ value: String
    ) throws -> BlocklistEntry? {
        let found: [BlocklistEntry] = try all(
            "SELECT document FROM blocklist WHERE merchant_id = ? AND environment = ? AND kind = ? AND value = ?",
            .text(merchant.rawValue), .text(environment.rawValue), .text(kind.rawValue), .text(value))
        return found.first
    }

    func blocklist(
        of merchant: MerchantID, _ environment: Environment, _ page: PageRequest
    ) throws -> Page<BlocklistEntry> {
        var conditions = Conditions()
        conditions.add("merchant_id = ?", .text(merchant.rawValue))
        conditions.add("environment = ?", .text(environment.rawValue))
        return try list("blocklist", conditions, page)
    }
}
