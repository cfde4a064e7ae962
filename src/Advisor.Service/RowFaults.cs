using System.Collections.Concurrent;
using Advisor.Service.Store.Rows;

namespace Advisor.Service;

/// <summary>
/// Isolates work that depends on a row of its own, such as the digest of a team or the alert of a region, from the rest of a tick: a row
/// that cannot be read costs that work only, and is reported with the next tick. Thread-safe.
/// </summary>
internal sealed class RowFaults
{
    private readonly ConcurrentQueue<string> problems = new();

    /// <summary>Does the work; nothing where its row cannot be read.</summary>
    /// <exception cref="StateStoreException">The store is not available: that is not a fault of the row.</exception>
    public Task RunAsync(Func<Task> work) =>
        RunAsync(
            async () =>
            {
                await work();
                return true;
            },
            otherwise: false
        );

    /// <summary>Does the work; returns <paramref name="otherwise"/> where its row cannot be read.</summary>
    /// <exception cref="StateStoreException">The store is not available: that is not a fault of the row.</exception>
    public async Task<T> RunAsync<T>(Func<Task<T>> work, T otherwise)
    {
        try
        {
            return await work();
        }
        catch (StateStoreException e) when (e.IsOfRow)
        {
            problems.Enqueue(e.Message);
            return otherwise;
        }
    }

    /// <summary>Returns the problems since the last call, one sentence per row.</summary>
    public IReadOnlyList<string> Take()
    {
        var taken = new List<string>();
        while (problems.TryDequeue(out var problem))
        {
            taken.Add(problem);
        }

        return [.. taken.Distinct(StringComparer.Ordinal)];
    }
}
