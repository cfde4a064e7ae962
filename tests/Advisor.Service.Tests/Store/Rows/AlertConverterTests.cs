using System.Text;
using System.Text.Json;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.Store.Rows;

public sealed class AlertConverterTests
{
    [Fact]
    public void An_alert_is_read_by_the_names_that_it_was_written_with_whatever_else_its_row_has() =>
        Assert.Equal(
            new Alert("a", AlertSeverity.Critical, AlertPhase.NoData, "silenced"),
            Read("""{"id":"a","severity":"critical","state":"noData","suppressedBy":"silenced","new":1}""")
        );

    [Theory]
    [InlineData("""{"id":"a","severity":"fatal","state":"firing"}""")]
    [InlineData("""{"id":"a","severity":"error","state":"Firing"}""")]
    [InlineData("""{"severity":"error","state":"firing"}""")]
    public void An_alert_without_id_or_with_a_name_that_is_not_known_is_refused(string json) =>
        Assert.Throws<JsonException>(() => Read(json));

    private static Alert Read(string json)
    {
        var reader = new Utf8JsonReader(Encoding.UTF8.GetBytes(json));
        return new AlertConverter().Read(ref reader, typeof(Alert), JsonSerializerOptions.Default);
    }
}
