namespace Advisor.Service.Tick;

/// <summary>Repeats one thing while another takes long.</summary>
internal static class Meanwhile
{
    /// <summary>Returns when the work has ended, and the round that is under way then.</summary>
    /// <param name="round">Run after each interval until the work has ended; one that fails is the last, and fails the call.</param>
    public static async Task RunAsync(
        Func<Task> work,
        Func<Task> round,
        TimeSpan interval,
        TimeProvider time,
        CancellationToken cancellation
    )
    {
        using var done = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        var rounds = RepeatAsync(round, interval, time, done.Token);
        try
        {
            await work();
        }
        finally
        {
            await done.CancelAsync();
            await rounds;
        }
    }

    private static async Task RepeatAsync(Func<Task> round, TimeSpan interval, TimeProvider time, CancellationToken done)
    {
        try
        {
            while (true)
            {
                await Task.Delay(interval, time, done);
                await round();
            }
        }
        catch (OperationCanceledException) when (done.IsCancellationRequested)
        {
            // What is left is not of these rounds.
        }
    }
}
