using Advisor.Service.Store.Rows;

namespace Advisor.Service;

/// <summary>Isolates the fault of one resource from the others of its batch.</summary>
internal static class FaultIsolation
{
    /// <returns>The result; or null and the fault as a sentence.</returns>
    /// <exception cref="StateStoreException">
    /// The store is not available: not a fault of the resource, and the whole batch is retried.
    /// </exception>
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
            return (null, Describe(e));
        }
    }

    /// <summary>Describes a fault of the program as one line.</summary>
    public static string Describe(Exception fault) =>
        $"The evaluation failed ({fault.GetType().Name}): {fault.Message.ReplaceLineEndings(" ")}";
}
