using Advisor.Core.Reports;
using Advisor.Reporting.Terminal;
using Advisor.Tests;

namespace Advisor.Reporting.Tests.Terminal;

public class ExplainTextTests
{
    [Theory]
    [InlineData("chat")]
    [InlineData("lobby")]
    [InlineData("blind")]
    [InlineData("owned")]
    [InlineData("gone")]
    public void An_explanation_has_every_number(string name) =>
        Golden.Matches("Advisor.Reporting.Tests", $"explain-{name}.txt", Explain(SampleReport.All.Resources.Single(r => r.Name == name)));

    private static string Explain(ResourceReport resource)
    {
        using var writer = new StringWriter { NewLine = "\n" };
        ExplainText.Write(ReportTextTests.ConsoleOf(writer, 80), resource);
        return writer.ToString();
    }
}
