using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Secrets;

public sealed class HostFileTests
{
    // The host passes a request on to the app by a call of its own, and reports that call with its address: /open/approvals/ID?t=TOKEN.
    // Whoever may read Application Insights could answer (Azure/azure-functions-host#11602).
    [Fact]
    public void The_host_reports_no_address_with_a_query()
    {
        using var file = JsonDocument.Parse(File.ReadAllText(RepositoryFiles.GetPath("functions", "app", "host.json")));
        var logging = file.RootElement.GetProperty("logging");

        Assert.False(logging.GetProperty("applicationInsights").GetProperty("enableDependencyTracking").GetBoolean());
        Assert.Equal("Warning", logging.GetProperty("logLevel").GetProperty("Microsoft.AspNetCore").GetString());
    }
}
