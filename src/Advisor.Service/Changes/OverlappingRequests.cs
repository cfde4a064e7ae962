namespace Advisor.Service.Changes;

/// <summary>
/// Runs what asks Azure in its order, without waiting for an answer: a request that Azure does not answer takes half a minute, the read of
/// an operation two, and neither holds up another.
/// </summary>
internal static class OverlappingRequests
{
    /// <summary>Returns when all have ended, also where one fails; none begins after it.</summary>
    /// <param name="run">
    /// Runs one item; calls the action when its request is about to be sent, or its read under way, and the next item may begin, which it
    /// does at the latest at the end of this one.
    /// </param>
    public static async Task RunAsync<T>(IEnumerable<T> items, Func<T, Action, Task> run)
    {
        var begun = new List<Task>();
        try
        {
            foreach (var item in items)
            {
                var requested = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                var running = run(item, () => requested.TrySetResult());
                begun.Add(running);
                await await Task.WhenAny(running, requested.Task);
            }
        }
        finally
        {
            await Task.WhenAll(begun);
        }
    }
}
