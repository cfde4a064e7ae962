using System.Diagnostics.CodeAnalysis;
using Advisor.Configuration;
using Advisor.Service.Store.Rows;
using Azure;
using Azure.Core;
using Azure.Data.Tables;
using Azure.Data.Tables.Models;

namespace Advisor.Service.Store.Tables;

/// <summary>State store in one table of an Azure storage account, for any number of instances.</summary>
public sealed class TableStateStore : IStateStore
{
    // ETag for a row of this commit that another writer has since replaced: it matches nothing.
    private const string Overtaken = "W/\"datetime'1601-01-01T00%3A00%3A00.0000000Z'\"";

    private readonly TableClient client;
    private readonly TableRequests requests;
    private readonly Func<Guid> newId;

    private TableStateStore(TableClient client, TableRequests requests, Func<Guid> newId) =>
        (this.client, this.requests, this.newId) = (client, requests, newId);

    /// <summary>Name of the table.</summary>
    public string Table => client.Name;

    /// <summary>Returns the cloud that an account is in, by the address of its table service, for the sign-in.</summary>
    public static AzureCloud FindCloud(Uri service) =>
        service.IdnHost.EndsWith(".core.usgovcloudapi.net", StringComparison.OrdinalIgnoreCase) ? AzureCloud.UsGovernment
        : service.IdnHost.EndsWith(".core.chinacloudapi.cn", StringComparison.OrdinalIgnoreCase) ? AzureCloud.China
        : AzureCloud.Public;

    /// <summary>Opens the table with an identity, and creates it if it is missing.</summary>
    /// <param name="service">URL of the account's table service, such as https://account.table.core.windows.net.</param>
    /// <exception cref="StateStoreException">The service cannot be reached or refuses the identity.</exception>
    public static Task<TableStateStore> OpenAsync(
        Uri service,
        TokenCredential credential,
        TableStateStoreOptions? options,
        CancellationToken cancellation
    )
    {
        options ??= new TableStateStoreOptions();
        // That of storage in every cloud: the client's own values for the others are those of no service there.
        options.Audience = TableAudience.AzurePublicCloud;
        return OpenAsync(service, options, () => new TableClient(service, options.Table, credential, options), cancellation);
    }

    /// <summary>Opens a table of a local storage emulator with its account key.</summary>
    /// <exception cref="ArgumentException">The URL is not on this machine: accounts in Azure are opened with an identity.</exception>
    public static Task<TableStateStore> OpenEmulatorAsync(
        Uri service,
        string account,
        string key,
        TableStateStoreOptions? options,
        CancellationToken cancellation
    )
    {
        options ??= new TableStateStoreOptions();
        return service.IsLoopback
            ? OpenAsync(
                service,
                options,
                () => new TableClient(service, options.Table, new TableSharedKeyCredential(account, key), options),
                cancellation
            )
            : throw new ArgumentException("Account keys are for a storage emulator on this machine; use an identity.", nameof(service));
    }

    public async Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation)
    {
        RowLimits.CheckName(partition, nameof(partition));
        RowLimits.CheckName(key, nameof(key));
        return await FindAsync(partition, key, cancellation) is { } entity ? TableRow.Read(entity, Table) : null;
    }

    public async Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
    {
        RowLimits.CheckCommit(partition, writes);
        var commit = newId().ToString("N");
        var actions = writes.Select(write => TableCommit.CreateAction(partition, write, commit)).ToList();
        var answer = await requests.SendAsync(cancel => client.SubmitTransactionAsync(actions, cancel), cancellation);
        if (answer.Refusal is not { } refusal)
        {
            return TableCommit.ReadETags(answer.Value!.Value, writes) ?? throw requests.CreateUnreadable();
        }

        var result = TableCommit.ReadConflict(refusal, writes.Count) ?? throw requests.CreateUnexpected(refusal);
        return answer.IsUncertain ? await FindOwnCommitAsync(partition, writes, commit, cancellation) ?? result : result;
    }

    public async Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
    {
        RowLimits.CheckQuery(query);
        var after = query.After is null ? "" : $" and RowKey gt '{query.After}'";
        var filter = $"PartitionKey eq '{query.Partition}' and RowKey ge '{query.From}' and RowKey lt '{query.Before}'{after}";
        var rows = new List<Row>();
        string? next = null;
        do
        {
            // The service may end a page early: after a second, at 4 MiB, or if the partition has moved.
            var answer = await requests.SendAsync(
                cancel => ReadPageAsync(query, filter, query.Limit - rows.Count, next, cancel),
                cancellation
            );
            var page = answer.Refusal is { } refusal ? throw requests.CreateUnexpected(refusal) : answer.Value!;
            rows.AddRange(page.Values.Select(entity => TableRow.Read(entity, Table)));
            next = page.ContinuationToken;
        } while (next is not null && rows.Count < query.Limit);

        return new RowPage(rows, next is null || rows.Count == 0 ? null : rows[^1].Key);
    }

    // The client creates an entity that it has read by Activator.CreateInstance: a native program must keep the constructor.
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor, typeof(TableEntity))]
    private static async Task<TableStateStore> OpenAsync(
        Uri service,
        TableStateStoreOptions options,
        Func<TableClient> createClient,
        CancellationToken cancellation
    )
    {
        options.Retry.MaxRetries = 0; // the resilience pipeline retries
        options.AddPolicy(new TableCallPolicy(service), HttpPipelinePosition.BeforeTransport);
        var store = new TableStateStore(
            createClient(),
            new TableRequests(service, options.Table, TableResilience.Create(options)),
            options.NewId
        );

        // CreateIfNotExistsAsync needs JSON by reflection.
        var answer = await store.requests.SendAsync(cancel => store.client.CreateAsync(cancel), cancellation);
        return answer.Refusal is { } refusal && refusal.ErrorCode != TableErrorCode.TableAlreadyExists
            ? throw store.requests.CreateUnexpected(refusal)
            : store;
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
            var entity = await FindAsync(partition, writes[i].Key, cancellation);
            isMissing &= entity is null;
            if (writes[i].Kind != WriteKind.Delete)
            {
                var carriesMark = entity is not null && TableRow.FindCommit(entity) == commit;
                isOurs |= carriesMark;
                etags[i] = carriesMark ? entity!.ETag.ToString() : Overtaken;
            }
        }

        return isOurs || (isMissing && writes.All(write => write.Kind == WriteKind.Delete)) ? CommitResult.Done(etags) : null;
    }

    private async Task<TableEntity?> FindAsync(string partition, string key, CancellationToken cancellation)
    {
        var answer = await requests.SendAsync(
            cancel => client.GetEntityAsync<TableEntity>(partition, key, cancellationToken: cancel),
            cancellation
        );
        return answer.Refusal switch
        {
            null => answer.Value!.Value,
            { Status: 404, ErrorCode: not "TableNotFound" } => null,
            var refusal => throw requests.CreateUnexpected(refusal),
        };
    }

    private async Task<Page<TableEntity>> ReadPageAsync(
        RowQuery query,
        string filter,
        int limit,
        string? next,
        CancellationToken cancellation
    )
    {
        var pages = client.QueryAsync<TableEntity>(filter, limit, query.KeysOnly ? TableRow.KeyColumns : null, cancellation).AsPages(next);
        await foreach (var page in pages)
        {
            // The client takes any object for a page; one of the service lists values even where there are none.
            if (page.Values.Count > 0 || page.GetRawResponse().Content.ToString().Contains("\"value\"", StringComparison.Ordinal))
            {
                return page;
            }
        }

        throw requests.CreateUnreadable();
    }
}
