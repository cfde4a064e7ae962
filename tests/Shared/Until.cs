namespace Advisor.Tests;

/// <summary>Waits for what another thread or process brings about and gives no sign of.</summary>
internal static class Until
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(5);

    public static Task WaitAsync(Func<bool> condition) => WaitAsync(condition, TimeSpan.FromMinutes(3));

    public static async Task WaitAsync(Func<bool> condition, TimeSpan within)
    {
        var patience = DateTime.UtcNow + within;
        while (!condition())
        {
            Assert.True(DateTime.UtcNow < patience, "What was waited for did not come in time.");
            await Task.Delay(BetweenLooks, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>The same for a condition that another process is asked about, more seldom.</summary>
    public static async Task WaitAsync(Func<Task<bool>> condition)
    {
        var patience = DateTime.UtcNow + TimeSpan.FromMinutes(3);
        while (!await condition())
        {
            Assert.True(DateTime.UtcNow < patience, "What was waited for did not come in time.");
            await Task.Delay(20 * BetweenLooks, TestContext.Current.CancellationToken);
        }
    }
}
