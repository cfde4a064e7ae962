using Azure.Data.Tables;

namespace Advisor.Service.Store.Tables;

/// <summary>Options of the table store.</summary>
public sealed class TableStateStoreOptions : TableClientOptions
{
    /// <summary>Name of the table: 3 to 63 letters and digits, the first a letter; default <c>advisor</c>. Created if missing.</summary>
    public string Table { get; init; } = "advisor";

    /// <summary>Retries of transient failures, 0 to 10; default 4.</summary>
    public int Retries { get; init; } = 4;

    /// <summary>
    /// Delay before the first retry, doubling with jitter, up to ten seconds. A wait requested by the service takes precedence. Default 200
    /// ms.
    /// </summary>
    public TimeSpan FirstDelay { get; init; } = TimeSpan.FromMilliseconds(200);

    /// <summary>Timeout of one attempt; default 15 seconds.</summary>
    public TimeSpan TryTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>Clock for delays.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Source of the marks by which a commit recognizes its own rows; a new value at every call.</summary>
    public Func<Guid> NewId { get; init; } = Guid.NewGuid;
}
