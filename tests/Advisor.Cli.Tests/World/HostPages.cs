namespace Advisor.Cli.Tests.World;

/// <summary>Pages that each host of the dashboard answers with.</summary>
internal static class HostPages
{
    // As in the Functions app, where they are under /pages.
    private static readonly (string Path, string Title)[] Pages =
    [
        ("/", "Fleet"),
        ("/activity", "Changes and alerts"),
        ("/service", "Service"),
        ("/rules", "Rules"),
    ];

    public static async Task CheckAsync(HttpClient http, Uri root)
    {
        foreach (var (path, title) in Pages)
        {
            Assert.Contains($"<title>{title} - Advisor</title>", await http.GetStringAsync(new Uri(root, path)), StringComparison.Ordinal);
        }
    }
}
