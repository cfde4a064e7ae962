using Advisor.State.Rows;

namespace Advisor.Service;

/// <summary>Runs the share of one resource so that its fault stays its own: the others of its batch go on.</summary>
internal static class FaultIsolation
{
    /// <returns>What came of it; or null with the fault as a sentence.</returns>
    /// <exception cref="StateStoreException">The store is away: no fault of the resource, and the whole batch is tried again.</exception>
    public static async Task<(T? Result, string? Fault)> RunAsync<T>(Func<Task<T>> work)
        where T : class
    {
        try
        {
            return (await work(), null);
        }
        catch (StateStoreException e) when (!e.IsTransient)
        {
            return (null, e.Message);
        }
        catch (Exception e) when (e is not StateStoreException and not OperationCanceledException and not OutOfMemoryException)
        {
            return (null, $"The evaluation failed ({e.GetType().Name}): {e.Message.ReplaceLineEndings(" ")}");
        }
    }
}
