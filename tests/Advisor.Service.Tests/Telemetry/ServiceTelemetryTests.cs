using System.Diagnostics.Metrics;
using Advisor.Service.Telemetry;
using Advisor.Tests;

namespace Advisor.Service.Tests.Telemetry;

public sealed class ServiceTelemetryTests
{
    [Fact]
    public void Every_instrument_is_in_the_list_for_users_with_its_kind_and_unit_and_nothing_else_is()
    {
        var instruments = new List<Instrument>();
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, _) =>
            {
                if (instrument.Meter.Name == TelemetryNames.Source)
                {
                    instruments.Add(instrument);
                }
            },
        };
        listener.Start();
        ServiceTelemetry.RecordEvaluation("decided");
        using var meter = new Meter(TelemetryNames.Source);
        new ApiCallMetric(meter).Record("table", "row.get", 200);

        var rows = File.ReadAllLines(RepositoryFiles.GetPath("docs", "telemetry.md"))
            .Where(line => line.StartsWith("| `advisor.", StringComparison.Ordinal));

        Assert.Equal(
            instruments.Select(i => $"`{i.Name}` {GetKind(i)} `{i.Unit}`").Distinct().Order(StringComparer.Ordinal),
            rows.Select(row => row.Split('|', StringSplitOptions.TrimEntries))
                .Select(cells => $"{cells[1]} {cells[2]} {cells[3]}")
                .Order(StringComparer.Ordinal)
        );
        Assert.All(instruments, instrument => Assert.NotEmpty(instrument.Description!));
    }

    private static string GetKind(Instrument instrument) => instrument.GetType().Name.Split('`')[0].ToLowerInvariant();
}
