package dev.multipool.laboratory.check;

/** What the small service shows over JMX. */
public interface SmallServiceMBean {
    int getSize();

    void setSize(int size);

    int getFixed();
}
