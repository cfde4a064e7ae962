namespace Advisor.Tests;

/// <summary>Waits for what another thread or process brings about and gives no sign of.</summary>
internal static class Until
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(5);

    public static async Task TrueAsync(Func<bool> condition)
    {
        var patience = DateTime.UtcNow.AddMinutes(1);
        while (!condition())
        {
            Assert.True(DateTime.UtcNow < patience, "What was waited for did not come within a minute.");
            await Task.Delay(BetweenLooks, TestContext.Current.CancellationToken);
        }
    }
}
