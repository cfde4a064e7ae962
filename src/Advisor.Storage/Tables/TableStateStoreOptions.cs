using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Storage.Tables;

/// <summary>How the table store speaks to its account.</summary>
public sealed class TableStateStoreOptions : ClientOptions
{
    /// <summary>
    /// Name of the table: 3 to 63 letters and digits, the first a letter; default <c>advisor</c>. Made where it is absent.
    /// </summary>
    public string Table { get; init; } = "advisor";

    /// <summary>Tries after the first one, for faults that pass; 0 to 10, default 4.</summary>
    public int Retries { get; init; } = 4;

    /// <summary>
    /// Wait before the second try; it doubles, with jitter, up to ten seconds. A wait that the service requests takes precedence. Default
    /// 200 ms.
    /// </summary>
    public TimeSpan FirstDelay { get; init; } = TimeSpan.FromMilliseconds(200);

    /// <summary>Longest that one try may take; default 15 seconds.</summary>
    public TimeSpan TryTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>Clock of waits and of signatures.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
