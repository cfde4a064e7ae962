using Advisor.Configuration.Resources;

namespace Advisor.Configuration.Tests.Resources;

public class SettingTableTests
{
    [Fact]
    public void Every_tag_that_is_read_states_a_row()
    {
        Assert.Equal(
            TagReader.Names.Order(StringComparer.Ordinal),
            SettingTable.Rows.SelectMany(row => row.Tags).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)
        );
    }

    [Fact]
    public void Every_part_of_a_patch_is_stated_by_a_row()
    {
        // PauseUntil and PinUntil are parts of Pause and Pin; the five targets and the two of minSaving are rows of their own.
        var parts = typeof(SettingsPatch).GetProperties().Length;

        Assert.Equal(parts + 4 + 1, SettingTable.Rows.Count);
    }
}
