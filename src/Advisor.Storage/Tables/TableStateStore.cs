using System.Text;
using System.Text.Json;
using Advisor.State.Rows;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Storage.Tables;

/// <summary>State store in one table of an Azure storage account, for any number of instances.</summary>
public sealed class TableStateStore : IStateStore
{
    // ETag for a row of this commit that another writer has since replaced: it matches nothing.
    private const string Overtaken = "W/\"datetime'1601-01-01T00%3A00%3A00.0000000Z'\"";

    private readonly TableClient client;
    private readonly Func<Guid> newId;

    private TableStateStore(TableClient client, Func<Guid> newId) => (this.client, this.newId) = (client, newId);

    /// <summary>Name of the table.</summary>
    public string Table => client.TableName;

    /// <summary>Opens the table with an identity, and creates it if it is missing.</summary>
    /// <param name="service">URL of the account's table service, such as https://account.table.core.windows.net.</param>
    /// <exception cref="StateStoreException">The service cannot be reached or refuses the identity.</exception>
    public static Task<TableStateStore> OpenAsync(
        Uri service,
        TokenCredential credential,
        TableStateStoreOptions? options,
        CancellationToken cancellation
    ) => OpenAsync(service, options, new BearerTokenAuthenticationPolicy(credential, StorageAudience.GetScope(service)), cancellation);

    /// <summary>Opens a table of a local storage emulator with its account key.</summary>
    /// <exception cref="ArgumentException">The URL is not on this machine: accounts in Azure are opened with an identity.</exception>
    public static Task<TableStateStore> OpenEmulatorAsync(
        Uri service,
        string account,
        string key,
        TableStateStoreOptions? options,
        CancellationToken cancellation
    ) =>
        service.IsLoopback
            ? OpenAsync(service, options ??= new(), new SharedKeyPolicy(account, key, options.Time), cancellation)
            : throw new ArgumentException("Account keys are for a storage emulator on this machine; use an identity.", nameof(service));

    public async Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation)
    {
        RowLimits.CheckName(partition, nameof(partition));
        RowLimits.CheckName(key, nameof(key));
        using var entity = await FindAsync(partition, key, cancellation);
        return entity is null ? null : TableEntity.Read(entity.RootElement, Table);
    }

    public async Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
    {
        RowLimits.CheckCommit(partition, writes);
        var commit = newId().ToString("N");
        var body = TableBatch.Write(client.Table, partition, writes, commit);
        var answer = await client.SendAsync(RequestMethod.Post, "$batch", TableBatch.CreateContentType(commit), body, cancellation);
        var result = (answer.Status == 202 ? TableBatch.Read(answer.Body, writes) : null) ?? throw client.CreateUnexpected(answer);
        return result.IsCommitted || !answer.IsUncertain
            ? result
            : await FindOwnCommitAsync(partition, writes, commit, cancellation) ?? result;
    }

    public async Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
    {
        RowLimits.CheckQuery(query);
        var rows = new List<Row>();
        string? nextPartition = null,
            nextRow = null;
        do
        {
            // The service may end a page early: after a second, at 4 MiB, or if the partition has moved.
            var answer = await client.SendAsync(
                RequestMethod.Get,
                CreateAddress(query, query.Limit - rows.Count, nextPartition, nextRow),
                null,
                null,
                cancellation
            );
            using var json = answer.Status == 200 ? client.ParseJson(answer) : throw client.CreateUnexpected(answer);
            var page =
                json.RootElement.TryGetProperty("value", out var value) && value.ValueKind == JsonValueKind.Array
                    ? value
                    : throw client.CreateUnreadable();
            rows.AddRange(page.EnumerateArray().Select(entity => TableEntity.Read(entity, Table)));
            (nextPartition, nextRow) = (answer.NextPartition, answer.NextRow);
        } while (nextPartition is not null && rows.Count < query.Limit);

        return new RowPage(rows, nextPartition is null || rows.Count == 0 ? null : rows[^1].Key);
    }

    private static async Task<TableStateStore> OpenAsync(
        Uri service,
        TableStateStoreOptions? options,
        HttpPipelinePolicy authentication,
        CancellationToken cancellation
    )
    {
        options ??= new TableStateStoreOptions();
        var opened = new TableClient(service, options, authentication);
        var body = Encoding.UTF8.GetBytes($$"""{"TableName":"{{opened.TableName}}"}""");
        var answer = await opened.SendAsync(RequestMethod.Post, "Tables", "application/json", body, cancellation);
        return answer.Status is 201 or 204 || (answer.Status == 409 && TableBatch.ReadError(answer.Body)?.Code == "TableAlreadyExists")
            ? new TableStateStore(opened, options.NewId)
            : throw opened.CreateUnexpected(answer);
    }

    // A commit whose response was lost meets its own rows when it is repeated: they carry its mark. One such row is sufficient, since all
    // are written together. A commit of deletions alone has no row with a mark: if its rows are missing, it is complete.
    private async Task<CommitResult?> FindOwnCommitAsync(
        string partition,
        IReadOnlyList<RowWrite> writes,
        string commit,
        CancellationToken cancellation
    )
    {
        var etags = new string?[writes.Count];
        var (isOurs, isMissing) = (false, true);
        for (var i = 0; i < writes.Count; i++)
        {
            using var entity = await FindAsync(partition, writes[i].Key, cancellation);
            isMissing &= entity is null;
            if (writes[i].Kind != WriteKind.Delete)
            {
                var carriesMark = entity is not null && TableEntity.FindCommit(entity.RootElement) == commit;
                isOurs |= carriesMark;
                etags[i] = carriesMark ? TableEntity.Read(entity!.RootElement, Table).ETag : Overtaken;
            }
        }

        return isOurs || (isMissing && writes.All(write => write.Kind == WriteKind.Delete)) ? CommitResult.Done(etags) : null;
    }

    private async Task<JsonDocument?> FindAsync(string partition, string key, CancellationToken cancellation)
    {
        var answer = await client.SendAsync(
            RequestMethod.Get,
            $"{client.TableName}(PartitionKey='{partition}',RowKey='{key}')",
            null,
            null,
            cancellation
        );
        return answer.Status switch
        {
            200 => client.ParseJson(answer),
            404 when TableBatch.ReadError(answer.Body)?.Code != "TableNotFound" => null,
            _ => throw client.CreateUnexpected(answer),
        };
    }

    private string CreateAddress(RowQuery query, int limit, string? nextPartition, string? nextRow)
    {
        var after = query.After is null ? "" : $" and RowKey gt '{query.After}'";
        var filter = Uri.EscapeDataString(
            $"PartitionKey eq '{query.Partition}' and RowKey ge '{query.From}' and RowKey lt '{query.Before}'{after}"
        );
        var columns = query.KeysOnly ? $"&$select={TableEntity.KeyColumns}" : "";
        var next = nextPartition is null
            ? ""
            : $"&NextPartitionKey={Uri.EscapeDataString(nextPartition)}"
                + (nextRow is null ? "" : $"&NextRowKey={Uri.EscapeDataString(nextRow)}");
        return $"{client.TableName}()?$filter={filter}&$top={limit}{columns}{next}";
    }
}
