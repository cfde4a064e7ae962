using Advisor.Cli.Commands.Watch.Live;

namespace Advisor.Cli.Tests.Commands.Watch.Live;

/// <summary>The keys of the live screen, one after the other.</summary>
public class LiveKeysTests
{
    private static readonly string[] Ids = ["a", "b", "c"];

    [Fact]
    public void Arrows_select_and_stop_at_the_ends()
    {
        var keys = new LiveKeys().Follow(Ids);

        Assert.Equal("a", keys.SelectedId);
        Assert.Equal("a", Press(keys, ConsoleKey.UpArrow).Next.SelectedId);
        Assert.Equal("c", Press(keys, ConsoleKey.DownArrow, ConsoleKey.DownArrow, ConsoleKey.DownArrow).Next.SelectedId);
        Assert.Equal("c", Press(keys, ConsoleKey.End).Next.SelectedId);
        Assert.Equal("a", Press(keys, ConsoleKey.End, ConsoleKey.Home).Next.SelectedId);
    }

    [Fact]
    public void The_selection_follows_its_resource_and_falls_back_to_the_first()
    {
        var keys = new LiveKeys { SelectedId = "b", IsExplaining = true };

        Assert.Equal(keys, keys.Follow(["0", "a", "b"]));
        Assert.Equal(new LiveKeys { SelectedId = "a" }, keys.Follow(["a", "c"]));
        Assert.Equal(new LiveKeys(), keys.Follow([]));
    }

    [Fact]
    public void E_explains_and_returns_and_so_does_escape()
    {
        var explained = Type(new LiveKeys { SelectedId = "b" }, "e");

        Assert.True(explained.Next.IsExplaining);
        Assert.False(Type(explained.Next, "e").Next.IsExplaining);
        Assert.False(Press(explained.Next, ConsoleKey.Escape).Next.IsExplaining);
    }

    [Fact]
    public void S_prompts_for_a_reason_in_which_every_key_is_a_letter()
    {
        var typed = Type(new LiveKeys { SelectedId = "b" }, "squeseq");

        Assert.Equal(("queseq", LiveCommand.None), (typed.Next.Reason, typed.Command));
        Assert.Equal("ques", Press(typed.Next, ConsoleKey.Backspace, ConsoleKey.Backspace).Next.Reason);
        Assert.Equal((LiveCommand.Silence, "b"), (Press(typed.Next, ConsoleKey.Enter).Command, typed.Next.SelectedId));
        Assert.Null(Press(typed.Next, ConsoleKey.Escape).Next.Reason);
    }

    [Fact]
    public void Without_a_reason_or_a_resource_nothing_is_silenced()
    {
        Assert.Equal(LiveCommand.None, Press(Type(new LiveKeys { SelectedId = "b" }, "s  ").Next, ConsoleKey.Enter).Command);
        Assert.Null(new LiveKeys().Press(CreateKey('s'), []).Next.Reason);
        Assert.False(new LiveKeys().Press(CreateKey('e'), []).Next.IsExplaining);
    }

    [Fact]
    public void Q_quits_and_the_next_key_clears_a_message()
    {
        var keys = new LiveKeys { SelectedId = "b", Message = "done" };

        Assert.Equal(LiveCommand.Quit, Type(keys, "q").Command);
        Assert.Null(Type(keys, "x").Next.Message);
    }

    private static (LiveKeys Next, LiveCommand Command) Type(LiveKeys keys, string text) => PressAll(keys, text.Select(CreateKey));

    private static (LiveKeys Next, LiveCommand Command) Press(LiveKeys keys, params ConsoleKey[] pressed) =>
        PressAll(keys, pressed.Select(key => new ConsoleKeyInfo('\0', key, false, false, false)));

    private static (LiveKeys Next, LiveCommand Command) PressAll(LiveKeys keys, IEnumerable<ConsoleKeyInfo> pressed) =>
        pressed.Aggregate((Next: keys, Command: LiveCommand.None), (now, key) => now.Next.Press(key, Ids));

    private static ConsoleKeyInfo CreateKey(char letter) => new(letter, ConsoleKey.None, false, false, false);
}
